/** Languages with a domain each: every domain's folder is a complete site that any host can serve. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteAt } from "../../cli/run/verify.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { deploy } from "../../src/deploy/deploy.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { renderShard } from "../../src/generate/shards/render-shard.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { rollBack } from "../../src/publish/rollback.ts";
import { serveSite } from "../../src/serve/serve-site.ts";
import { filesOf } from "../helpers/build-site.ts";
import { runHere } from "../helpers/run-here.ts";
import { get } from "../serve/helpers.ts";
import { type ForeignSite, foreignSite, heroPage } from "./foreign-site.ts";

const LANGUAGES = [
  { code: "en", origin: "https://www.a.example", name: "English" },
  { code: "fr", origin: "https://www.b.example", locale: "fr-FR", name: "Français" },
  { code: "nl", origin: "https://www.b.example", name: "Nederlands" },
];
const SITE = {
  languages: LANGUAGES,
  translation: "folders",
  global: null,
  cachePage: true,
  pageTypes: { page: { feed: { path: "news.xml", title: { en: "News", fr: "Actualités", nl: "Nieuws" } } } },
};
const STORIES = {
  "en/home": heroPage("Home", "fr/a-propos"),
  "en/about": heroPage("About"),
  "fr/home": heroPage("Accueil", "fr/a-propos"),
  "fr/a-propos": heroPage("À propos", "en/about"),
  "nl/home": heroPage("Welkom"),
};
const CONFIG = {
  site: { companyName: "X" },
  hosts: ["netlify", "nginx"],
  redirects: [
    { from: "/old", to: "/about" },
    { from: "https://www.b.example/vieux", to: "/a-propos", status: 302 },
    { from: "/francais/*", to: "https://www.b.example/" },
  ],
};

let site: ForeignSite;
beforeAll(async () => {
  site = await foreignSite({ site: SITE, stories: STORIES, config: CONFIG });
});
afterAll(() => site.close());

const read = (path: string) => readFileSync(join(site.out, path), "utf8");

test("each domain has a folder with everything a host needs, and nothing lies beside them", () => {
  expect(site.report).toMatchObject({ ok: true, pages: { total: 5 }, problems: [] });
  const top = fg.sync("*", { cwd: site.out, onlyFiles: false }).sort();
  expect(top).toEqual(["_assets", "en", "fr"]);
  expect(fg.sync("_assets/**", { cwd: site.out }).every((file) => file.startsWith("_assets/builds/"))).toBe(true);
  const common = [
    "index.html",
    "_payload.json",
    "404.html",
    "robots.txt",
    "sitemap.xml",
    "news.xml",
    "flushCache/index.html",
  ];
  const control = ["_assets/builds/latest.json", "_redirects", "_headers", "nginx.conf"];
  for (const folder of ["en", "fr"])
    for (const file of [...common, ...control])
      expect.soft(existsSync(join(site.out, folder, file)), `${folder}/${file}`).toBe(true);
  for (const file of ["fr/nl/index.html", "fr/nl/404.html", "fr/nl/news.xml"])
    expect.soft(existsSync(join(site.out, file))).toBe(true);
});

test("every address that a domain's pages refer to lies in its own folder", () => {
  for (const folder of ["en", "fr"]) {
    for (const file of fg.sync("**/*.html", { cwd: join(site.out, folder) })) {
      for (const [, address = ""] of read(`${folder}/${file}`).matchAll(
        /(?:href|src|data-app|data-shared)="(\/[^"#?]*)/g,
      )) {
        const target = address.endsWith("/") ? `${address}index.html` : address;
        expect.soft(existsSync(join(site.out, folder, target)), `${folder}/${file} -> ${address}`).toBe(true);
      }
    }
  }
});

test("links across domains are absolute, links within are not", () => {
  expect(read("en/index.html")).toContain('<a href="https://www.b.example/a-propos/">more</a>');
  expect(read("fr/index.html")).toContain('<a href="/a-propos/">more</a>');
  expect(read("fr/a-propos/index.html")).toContain('<a href="https://www.a.example/about/">more</a>');
  expect(JSON.parse(read("fr/_payload.json")).switchHref).toEqual({
    en: "https://www.a.example/",
    fr: "/",
    nl: "/nl/",
  });
});

test("canonical, hreflang, sitemap, robots and feeds name each language's own domain", () => {
  expect(read("fr/index.html")).toContain('<link rel="canonical" href="https://www.b.example/">');
  const versions = [...read("fr/nl/index.html").matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map((match) =>
    match.slice(1),
  );
  expect(versions).toEqual([
    ["en", "https://www.a.example/"],
    ["fr-FR", "https://www.b.example/"],
    ["nl", "https://www.b.example/nl/"],
    ["x-default", "https://www.a.example/"],
  ]);
  const locations = (folder: string) =>
    [...read(`${folder}/sitemap.xml`).matchAll(/<loc>([^<]+)/g)].map((match) => match[1]);
  expect(locations("en")).toEqual(["https://www.a.example/", "https://www.a.example/about/"]);
  expect(locations("fr")).toEqual([
    "https://www.b.example/",
    "https://www.b.example/a-propos/",
    "https://www.b.example/nl/",
  ]);
  expect(read("fr/sitemap.xml")).toContain('hreflang="en" href="https://www.a.example/"');
  expect(read("fr/robots.txt")).toContain("Sitemap: https://www.b.example/sitemap.xml");
  expect(read("fr/nl/news.xml")).toContain("https://www.b.example/nl/");
  expect(read("fr/nl/index.html")).toContain('href="/nl/news.xml"');
});

test("a redirect is of the domain it is left from", () => {
  expect(read("en/old/index.html")).toContain("/about/");
  expect(read("fr/vieux/index.html")).toContain("/a-propos/");
  expect(existsSync(join(site.out, "fr/old"))).toBe(false);
  const rulesOf = (folder: string) => {
    const { id } = JSON.parse(read(`${folder}/_assets/builds/latest.json`));
    return JSON.parse(read(`${folder}/_assets/builds/meta/${id}.json`));
  };
  expect(rulesOf("en").routeRules).toMatchObject({
    "/old/": { redirect: { to: "/about/", status: 301 } },
    "/francais/*": { redirect: { to: "https://www.b.example/", status: 301 } },
  });
  expect(rulesOf("fr")).toMatchObject({
    prerendered: ["/", "/a-propos/", "/nl/"],
    routeRules: { "/vieux/": { redirect: { to: "/a-propos/", status: 302 } } },
  });
  expect(read("fr/_redirects")).toContain("/vieux");
  expect(read("fr/_redirects")).not.toContain("/old");
});

describe("builds after the first", () => {
  test("a story that changes touches its own domain's pages, and the result is that of a clean build", async () => {
    const before = filesOf(site.out);
    site.write("space/stories/fr/a-propos.json", JSON.stringify(heroPage("Sur nous", "en/about")));
    const report = await site.build();
    expect(report.pages).toMatchObject({ written: 1, removed: 0 });
    const after = filesOf(site.out);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file] && !file.includes("_assets/"));
    expect(changed.sort()).toEqual(["fr/a-propos/_payload.json", "fr/a-propos/index.html"]);
    const clean = await site.build({ out: join(site.dir, "clean"), stateDir: join(site.dir, "clean-state") });
    expect(clean.buildId).toBe(report.buildId);
    const pagesOf = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([file]) => !file.includes("_assets/builds/")));
    // Beside its own files the folder holds the hashed ones of the build before.
    expect(pagesOf(after)).toMatchObject(pagesOf(filesOf(join(site.dir, "clean"))));
  });

  test("the same build again has nothing to do", async () => {
    const before = filesOf(site.out);
    expect((await site.build()).pages).toMatchObject({ written: 0, unchanged: 5 });
    expect(filesOf(site.out)).toEqual(before);
  });
});

/** Serves a site's output until `close`. */
async function serve(served: ForeignSite) {
  const ended = new AbortController();
  let serving: Promise<void> = Promise.resolve();
  const listening = new Promise<string>((resolve) => {
    serving = serveSite({
      loadConfig: () => loadConfig({ cwd: served.dir, file: join(served.dir, "sitegen.config.json"), env: {} }),
      cwd: served.dir,
      out: served.out,
      stateDir: join(served.dir, "state"),
      host: "127.0.0.1",
      port: 0,
      gallery: false,
      jobs: 1,
      reporter: SILENT,
      signal: ended.signal,
      onListening: resolve,
    });
  });
  const origin = await Promise.race([listening, serving.then(() => "")]);
  const close = () => {
    ended.abort();
    return serving;
  };
  return { origin, close };
}

test("a domain with letters beyond ASCII is written and known as browsers send it", async () => {
  const languages = [
    { code: "en", origin: "https://WWW.a.example:443" },
    { code: "de", origin: "https://grün.example" },
  ];
  const stories = { "en/home": heroPage("Home"), "de/home": heroPage("Start") };
  const two = await foreignSite({ site: { ...SITE, languages, pageTypes: { page: {} } }, stories, config: CONFIG });
  const { origin, close } = await serve(two);
  try {
    const start = (await get(origin, "/", { host: "xn--grn-ioa.example" })).text;
    expect(start).toContain('<link rel="canonical" href="https://xn--grn-ioa.example/">');
    expect(start).toContain('hreflang="en" href="https://www.a.example/"');
  } finally {
    await close();
    two.close();
  }
});

describe("served", () => {
  let origin = "";
  let close = async () => {};
  beforeAll(async () => {
    ({ origin, close } = await serve(site));
  });
  afterAll(() => close());

  test("a domain answers to its own name with its files as they are", async () => {
    const ask = (path: string, host: string) => get(origin, path, { host });
    expect((await ask("/", "www.b.example")).text).toBe(read("fr/index.html"));
    expect((await ask("/about/", "www.a.example")).text).toBe(read("en/about/index.html"));
    expect((await ask("/about/", "www.b.example")).status).toBe(404);
    expect((await ask("/nl/nothing/", "www.b.example")).text).toBe(read("fr/nl/404.html"));
    expect((await ask("/", "127.0.0.1")).text).toBe(read("en/index.html"));
    expect((await ask("/vieux/", "www.b.example")).headers.location).toBe("/a-propos/");
  });

  test("below localhost links across domains stay on this machine", async () => {
    const { port } = new URL(origin);
    const page = (await get(origin, "/a-propos/", { host: `fr.localhost:${port}` })).text;
    expect(page).toContain(`<a href="http://en.localhost:${port}/about/">more</a>`);
    expect(page).not.toContain("a.example");
    const payload = JSON.parse((await get(origin, "/_payload.json", { host: `fr.localhost:${port}` })).text);
    expect(payload.switchHref.en).toBe(`http://en.localhost:${port}/`);
  });
});

describe("the other commands", () => {
  const deployTo = (out: string, target: string) =>
    deploy({
      address: parseTarget(target, site.dir),
      out,
      endpoint: "",
      env: {},
      jobs: 2,
      keepBuilds: 3,
      dryRun: false,
      full: false,
      adopt: false,
      reporter: SILENT,
    });

  test("a domain's folder is deployed alone, and gives what lies in it", async () => {
    const target = join(site.dir, "host-fr");
    const report = await deployTo(join(site.out, "fr"), target);
    expect(report.files).toMatchObject({ deleted: 0 });
    const ofHost = Object.entries(filesOf(target)).filter(([file]) => !file.startsWith(".sitegen-deploy"));
    expect(filesOf(join(site.out, "fr"))).toMatchObject(Object.fromEntries(ofHost));
    expect(ofHost.map(([file]) => file)).toEqual(expect.arrayContaining(["index.html", "404.html", "nl/index.html"]));
    expect((await deployTo(join(site.out, "fr"), target)).files).toMatchObject({ uploaded: 0 });
  });

  test("all domains on one host is a mistake, and said", async () => {
    await expect(deployTo(site.out, join(site.dir, "host-all"))).rejects.toMatchObject({
      code: "DEPLOY_DOMAINS",
      exit: 2,
      message: expect.stringContaining("in the folders en, fr"),
      hint: expect.stringContaining(`--out ${join(site.out, "en")}`),
    });
  });

  test("listen refuses to deploy them to one host before it starts", async () => {
    const listen = ["listen", "--port", "0", "--deploy", join(site.dir, "host-all"), "--out", site.out];
    const env = { STORYBLOK_WEBHOOK_SECRET: "the webhook's secret" };
    const { code, stdout, stderr } = await runHere(listen, { cwd: site.dir, env });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/DEPLOY_DOMAINS\n[\s\S]*--then/)]);
  });

  test("verify takes the folder of the address's domain", async () => {
    expect(await siteAt("https://www.b.example/", site.out)).toEqual({ out: join(site.out, "fr"), folder: "fr" });
    expect(await siteAt("http://127.0.0.1:1/", join(site.out, "fr"))).toEqual({
      out: join(site.out, "fr"),
      folder: "fr",
    });
    await expect(siteAt("https://www.c.example/", site.out)).rejects.toMatchObject({
      code: "VERIFY_ADDRESS",
      message: expect.stringContaining("https://www.a.example in en/ and https://www.b.example in fr/"),
    });
  });

  test("check follows links across domains and within", async () => {
    site.write("space/stories/en/about.json", JSON.stringify(heroPage("About", "fr/a-propos")));
    const codes = (await site.check()).map(({ code }) => code);
    expect([...new Set(codes)].sort()).toEqual([
      "CHECK_HEAD_FIELD_MISSING",
      "CHECK_TRANSLATION_MISSING",
      "CHECK_WORDS_MISSING",
    ]);
    site.write("space/stories/en/about.json", JSON.stringify(heroPage("About")));
  });

  test("an earlier build comes back in all domains", async () => {
    const before = contentOf(site.out);
    site.write("space/stories/en/about.json", JSON.stringify(heroPage("About us")));
    site.write("space/stories/nl/home.json", JSON.stringify(heroPage("Hallo")));
    await site.build();
    expect(contentOf(site.out)).not.toEqual(before);
    await rollBack({ out: site.out, stateDir: join(site.dir, "state"), keepBuilds: 3 });
    expect(contentOf(site.out)).toEqual(before);
    const latest = (folder: string) => JSON.parse(read(join(folder, "_assets/builds/latest.json"))).id;
    expect([latest("en"), latest("fr")]).toEqual([latest(""), latest("")]);
    expect((await site.build()).pages).toMatchObject({ total: 5, written: 2 });
  });

  test("several machines make what one makes", async () => {
    const stateDir = join(site.dir, "state");
    const parts: string[] = [];
    for (const index of [1, 2, 3]) {
      const part = join(site.dir, `part-${index}`);
      await renderShard(await site.options({ out: part, stateDir, offline: true }), { index, of: 3 });
      parts.push(part);
    }
    const out = join(site.dir, "merged");
    await site.build({ out, stateDir, offline: true, parts });
    expect(contentOf(site.out)).toMatchObject(contentOf(out));
  });
});

/** All files but the lists of builds, which tell of the builds before too. */
function contentOf(out: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filesOf(out)).filter(([file]) => !file.includes("_assets/")));
}
