/** `languages[].space`: one site from several spaces, through the command line over two services. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TABLE_FILE } from "../../src/fetch/snapshot/snapshot-table.ts";
import { filesOf } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { runCli } from "../helpers/run-cli.ts";
import { command } from "../serve/command.ts";
import { definition, openSpacesSite, page, publish, type SpacesSite, TOKENS } from "./spaces-site.ts";

let site: SpacesSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** The site with its first build, for what changes nothing that another test looks at. */
let built: SpacesSite;
beforeAll(async () => {
  built = await openSpacesSite();
  expect(await built.generate()).toMatchObject({ code: 0, problems: [] });
});
afterAll(() => built.close());

async function open(files?: Readonly<Record<string, unknown>>): Promise<SpacesSite> {
  site = await openSpacesSite(files);
  return site;
}

const versions = (html: string) =>
  [...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang, href]) => `${lang} ${href}`);

test("each language's pages, links and datasources are those of its space", () => {
  const { pages, read } = built;
  expect(pages()).toEqual([
    "/",
    "/fr/",
    "/fr/products/a/",
    "/fr/products/b/",
    "/pl/",
    "/pl/products/a/",
    "/pl/products/gruyere/",
    "/products/a/",
    "/products/b/",
  ]);
  // The same uuid and id in both spaces: a link stays in its own.
  expect(read("pl/index.html")).toContain('href="/pl/products/a/"');
  expect(read("pl/products/gruyere/index.html")).toContain('href="/pl/products/a/"');
  expect(read("products/b/index.html")).toContain('href="/products/a/"');
  expect(read("pl/products/a/index.html")).toContain("<h1>Oscypek</h1>");
});

test("a file of another space is fetched from its own service", async () => {
  const { generate, read } = await open({
    "space-pl/assets/cennik.txt": "ser",
    "space-pl/stories/home.json": page("Sery", "", "asset:cennik.txt"),
  });
  const built = await generate();
  expect([built.code, built.problems]).toEqual([0, []]);
  const [, file = ""] = /href="\/(_assets\/[^"]+\.txt)"/.exec(read("pl/index.html")) ?? [];
  expect(read(file)).toBe("ser");
});

test("a missing home story is said of the language's own space, with what that has", async () => {
  const { generate, pl } = await open({ "space-pl/stories/start.json": page("Sery", "") });
  pl.unpublish("home");
  const { problems } = await generate();
  expect(problems).toEqual([
    expect.objectContaining({
      code: "SITE_MISFIT",
      message:
        'The space "pl" has no home story in the language "pl": there is no page at /pl/, since no published story has the slug "home"; its root has start.',
    }),
  ]);
});

test("hreflang, sitemap and switch lead to the story with the same value, and to none without one", () => {
  const { read } = built;
  const linked = [
    "de-CH https://x.example/products/a/",
    "fr-CH https://x.example/fr/products/a/",
    "pl https://x.example/pl/products/gruyere/",
    "x-default https://x.example/products/a/",
  ];
  expect(versions(read("products/a/index.html"))).toEqual(linked);
  expect(versions(read("pl/products/gruyere/index.html"))).toEqual(linked);
  expect(versions(read("pl/products/a/index.html"))).toEqual([]);
  expect(versions(read("products/b/index.html")).map((one) => one.split(" ")[0])).toEqual([
    "de-CH",
    "fr-CH",
    "x-default",
  ]);
  expect(versions(read("pl/index.html"))).toContain("de-CH https://x.example/");
  const payload = (path: string) => JSON.parse(read(`${path}_payload.json`));
  expect(payload("pl/products/gruyere/").switchHref.de).toBe("/products/a/");
  expect(payload("pl/products/a/").switchHref.de).toBe("/");
  expect(read("sitemap.xml")).toContain("https://x.example/pl/products/gruyere/");
});

test("tokens are in no file of the state and the site", () => {
  const { files } = built;
  const all = Object.values({ ...files(), ...files(".sitegen") }).join("\n");
  for (const token of Object.values(TOKENS)) expect(all).not.toContain(token);
});

test("nothing new is one request a space, and a publish in either is seen", async () => {
  const { generate, service, pl, read } = built;
  const [asked, askedPl] = [service.log.length, pl.log.length];
  const { requests, pages } = await generate();
  expect([requests, pages]).toMatchObject([{ total: 2 }, { written: 0 }]);
  expect([service.log.length - asked, pl.log.length - askedPl]).toEqual([1, 1]);
  publish(pl, "home", "Sery z gór", "");
  await generate();
  expect(read("pl/index.html")).toContain("Sery z gór");
});

test("another space that is down fails the build and leaves the site", async () => {
  const { service, dir, run } = built;
  const before = filesOf(join(dir, "out"));
  publish(service, "products/b", "Sbrinz", "B-2");
  const down = await run(["generate"], { STORYBLOK_ENDPOINT_PL: "http://127.0.0.1:9/v2" });
  expect([down.code, down.stderr]).toEqual([5, expect.stringContaining('space "pl"')]);
  expect(filesOf(join(dir, "out"))).toEqual(before);
});

test("a publish in one space alone: an incremental build is a clean one", async () => {
  const { generate, files, pl, service, dir, read } = built;
  const steps: [() => void, (written: unknown) => void][] = [
    [
      () => publish(pl, "products/a", "Oscypek z grilla", "C-3"),
      () => expect(read("pl/products/a/index.html")).toContain("z grilla"),
    ],
    // The counterpart changes: pages of the other space get another hreflang.
    [
      () => publish(pl, "products/a", "Oscypek", "B-2"),
      () => expect(versions(read("products/b/index.html"))).toContain("pl https://x.example/pl/products/a/"),
    ],
    [
      () => publish(service, "products/b", "Emmentaler", "Z-9"),
      () => expect(versions(read("pl/products/a/index.html"))).toEqual([]),
    ],
    // Two stories with one value: the one with the first path is linked.
    [
      () => publish(pl, "products/again", "Drugi", "A-1"),
      () => expect(versions(read("products/a/index.html"))).toContain("pl https://x.example/pl/products/again/"),
    ],
  ];
  for (const [edit, look] of steps) {
    cpSync(join(dir, "out"), join(dir, "clean"), { recursive: true });
    edit();
    const { code, pages } = await generate();
    expect(code).toBe(0);
    expect((pages as { unchanged: number }).unchanged).toBeGreaterThan(3);
    look(pages);
    copyBundles(join(dir, ".sitegen/cache"), join(dir, "clean-state/cache"));
    expect((await generate("--out", "clean", "--state", "clean-state")).code).toBe(0);
    expect(files()).toEqual(files("clean"));
    for (const folder of ["clean", "clean-state"]) rmSync(join(dir, folder), { recursive: true });
  }
  const { problems } = await generate();
  expect((problems as { code: string; story: string }[]).map(({ code, story }) => [code, story])).toEqual([
    ["CONTENT_SAME_LINK", "products/gruyere"],
  ]);
  expect(Object.keys(filesOf(join(dir, ".sitegen")))).toContain(`snapshot-pl/${TABLE_FILE}`);
});

test("what was renamed in a space meanwhile is redirected once all are there", async () => {
  const { generate, service, read, run } = built;
  service.rename("products/b", "products/c");
  expect((await run(["generate"], { STORYBLOK_TOKEN_PL: "wrong-token" })).code).toBe(5);
  expect((await generate()).code).toBe(0);
  expect(read("products/b/index.html")).toContain("/products/c/");
});

test("a publish that another space's failure holds back is named by the console once it is live", async () => {
  const { dir, env, service, pl, read, generate } = await open();
  expect((await generate()).code).toBe(0);
  const [key, path] = ["the key of the console", "b1946ac92492d2347c6235b4d2611184"];
  const own = { ...env, SITEGEN_CONSOLE_KEY: key, STORYBLOK_WEBHOOK_PATH: path };
  const listener = command(["listen", "--port", "0", "--path-secret"], { cwd: dir, env: own });
  try {
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const shown = async () => {
      const answer = await fetch(`${url}console.json`, { headers: { authorization: `Bearer ${key}` } });
      return answer.json();
    };
    await expect.poll(async () => (await shown()).last?.ok, { timeout: 240_000 }).toBe(true);
    pl.faults.push({ kind: "500", times: 100_000 });
    publish(service, "products/b", "Held back", "B-2");
    await fetch(url + path, { method: "POST", body: JSON.stringify({ action: "published", full_slug: "products/b" }) });
    await expect.poll(async () => (await shown()).last?.ok, { timeout: 240_000 }).toBe(false);
    pl.faults.length = 0;
    publish(pl, "products/a", "Oscypek z grilla", "C-3");
    await expect.poll(async () => (await shown()).last?.ok, { timeout: 240_000 }).toBe(true);
    expect(read("products/b/index.html")).toContain("Held back");
    const { stories } = (await shown()).publishes[0];
    expect(stories.map(({ slug }: { slug: string }) => slug).sort()).toEqual(["products/a", "products/b"]);
  } finally {
    await listener.interrupt();
  }
});

/** The same site elsewhere: what machines give to each other is data of both spaces. */
describe("on several machines", () => {
  test("shards of one pull, merged, are a build; the next one asks each space once", async () => {
    const { run, generate, files, pl } = await open();
    const steps = [
      ["pull"],
      ...["1/2", "2/2"].map((part) => ["generate", "--offline", "--shard", part, "--out", `part-${part[0]}`]),
      ["merge", "part-1", "part-2", "--out", "merged"],
    ];
    for (const args of steps) expect((await run([...args, "--state", "shared"])).code).toBe(0);
    copyBundles(join(site?.dir ?? "", "shared/cache"), join(site?.dir ?? "", ".sitegen/cache"));
    expect((await generate()).code).toBe(0);
    expect(files("merged")).toEqual(files());
    publish(pl, "home", "Sery z gór", "");
    const next = await generate("--out", "merged", "--state", "shared");
    expect(next.pages).toMatchObject({ written: 1 });
  });

  test("`--from` brings the state of both spaces back, and a publish in either is one page", async () => {
    const { run, generate, files, pl, service, read } = await open();
    await generate();
    expect((await run(["deploy", "live"])).code).toBe(0);
    const elsewhere = ["--out", "there", "--state", "there-state"];
    publish(pl, "products/a", "Oscypek z grilla", "C-3");
    publish(service, "products/b", "Sbrinz", "B-2");
    const [asked, askedPl] = [service.log.length, pl.log.length];
    const { code, stdout, stderr } = await runCli(["generate", "--json", "--from", "live", ...elsewhere], {
      cwd: site?.dir ?? "",
      env: site?.env ?? {},
    });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("not used")]);
    expect(JSON.parse(stdout).pages).toMatchObject({ written: 3, unchanged: 6 });
    const stories = (log: readonly { path: string; query: Record<string, string> }[]) =>
      log.filter(({ path, query }) => path.endsWith("/stories") && query.sort_by === undefined);
    expect([stories(service.log.slice(asked)), stories(pl.log.slice(askedPl))]).toEqual([[], []]);
    expect((await run(["deploy", "live", ...elsewhere])).code).toBe(0);
    await generate();
    expect(files("live")).toMatchObject(files());
    expect(read("pl/products/a/index.html")).toContain("z grilla");
  });
});

test("each space has its global story, and a publish of one writes the pages of its languages", async () => {
  const frame = (text: string) => ({ content: { component: "frame", text } });
  const { generate, read, pl } = await open({
    "site.ts": definition('linkedBy: "sku", layout: { Layout }')
      .replace("global: null", 'global: "frame"')
      .replace("export default", 'import { Layout } from "./layout.tsx";\nexport default'),
    "layout.tsx": `import { useSite } from "sitegen/kit";
export function Layout({ children }) { return <><header>{useSite().shared.global.text}</header>{children}</>; }\n`,
    "blocks/frame/frame.schema.ts":
      'import { defineBlock, text } from "sitegen/schema";\nexport const schema = defineBlock({ kind: "global", fields: { text: text() } });\n',
    "space/stories/frame.json": frame("Käse AG"),
    "space-pl/stories/frame.json": frame("Sery sp. z o.o."),
  });
  const built = await generate();
  expect([built.code, built.problems]).toEqual([0, []]);
  for (const path of ["", "fr/"]) expect(read(`${path}index.html`)).toContain("<header>Käse AG</header>");
  expect(read("pl/index.html")).toContain("<header>Sery sp. z o.o.</header>");
  pl.publish("frame", (story) => {
    story.content.text = "Sery i masło";
  });
  expect((await generate()).pages).toMatchObject({ written: 3, unchanged: 6 });
  expect(read("pl/products/a/index.html")).toContain("<header>Sery i masło</header>");
  expect(read("products/a/index.html")).toContain("<header>Käse AG</header>");
});

test("what works on the main space alone says so", async () => {
  const { run } = await open({
    "space/releases/3/release.json": { name: "Spring" },
    "space/releases/3/stories/home.json": page("Frühling", ""),
    "components.json": { components: [{ name: "page", schema: {} }] },
  });
  const note = /of the main space alone; nothing is asked of "pl"/;
  for (const more of [[], ["--diff"]]) {
    const release = await run(["generate", "--release", "3", ...more]);
    expect([release.code, release.stderr]).toEqual([0, expect.stringMatching(note)]);
    expect((await run(["generate", "--release", "4", ...more])).stderr).toMatch(note);
  }
  const diff = await run(["schema", "--diff", "--components", "components.json"]);
  expect([diff.code, diff.stderr]).toEqual([4, expect.stringMatching(note)]);
  const init = await run(["init", "--space", "--dry-run", "--yes"], {
    ...{ STORYBLOK_MANAGEMENT_TOKEN: "manage", STORYBLOK_SPACE_ID: "7" },
  });
  expect(init.stderr).toMatch(note);
  const exported = await run(["export", "--dir", "backup"]);
  expect(exported.stderr + exported.stdout).toContain('The space "pl" is not in the export');
});

describe("what is wrong with another space", () => {
  test("no token and a wrong one name the variable, and no token is printed", async () => {
    const { run } = await open();
    const missing = await run(["generate"], { STORYBLOK_TOKEN_PL: "" });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("STORYBLOK_TOKEN_PL")]);
    const wrong = await run(["generate"], { STORYBLOK_TOKEN_PL: "a-token-of-another-space" });
    expect(wrong.code).toBe(5);
    expect(wrong.stderr).toMatch(/space "pl"[\s\S]*STORYBLOK_TOKEN_PL/);
    expect(wrong.stderr + wrong.stdout).not.toContain("a-token-of-another-space");
  });
});

test("contradictions are configuration errors", async () => {
  const { run, write } = await open();
  const said = async (text: string) => {
    write({ "site.ts": text });
    const { code, stderr } = await run(["generate"]);
    return [code, stderr] as const;
  };
  const languages = (rows: string) => `export default { languages: ${rows}, global: null, pageTypes: { page: {} } };`;
  expect(await said(languages('[{ code: "de", space: "ch" }]'))).toEqual([
    2,
    expect.stringContaining("languages.0.space"),
  ]);
  expect(await said(languages('[{ code: "de" }, { code: "pl", space: "PL!" }]'))).toEqual([
    2,
    expect.stringContaining("languages.1.space"),
  ]);
  expect(await said(languages('[{ code: "de" }, { code: "pl", space: "pl", fallback: "de" }]'))).toEqual([
    2,
    expect.stringContaining("default language of its space"),
  ]);
  expect(await said(definition().replace(', space: "pl"', ""))).toEqual([2, expect.stringContaining("linkedBy")]);
});

test("`check --story` with the id of stories of two spaces asks which, and takes a space before it", async () => {
  const { run, service, pl } = await open();
  pl.publish("products/a", (story) => {
    story.content = { ...story.content, body: [{ component: "unknown-block", _uid: "x" }] };
  });
  const id = String(service.contents().stories.find(({ slugPath }) => slugPath === "products/a")?.id);
  const asked = await run(["check", "--json", "--story", id]);
  const { error } = JSON.parse(asked.stdout || "{}");
  expect([asked.code, error.message]).toEqual([2, `${id} is the id of a story in each of 2 spaces.`]);
  expect(error.hint).toContain(`--story :${id} (/products/a`);
  expect(error.hint).toContain(`--story pl:${id} (/pl/products/a`);
  const codesOf = async (named: string) => {
    const { stdout } = await run(["check", "--json", "--story", named]);
    return JSON.parse(stdout).problems.map(({ code }: { code: string }) => code);
  };
  expect(await codesOf(`pl:${id}`)).toContain("CONTENT_UNKNOWN_COMPONENT");
  expect(await codesOf(`:${id}`)).not.toContain("CONTENT_UNKNOWN_COMPONENT");
  expect((await run(["check", "--story", `fr:${id}`])).code).toBe(2);
});

test("`doctor` says of a space whose preview address is another space's home where its own is", async () => {
  const { run } = await open({
    "space-pl/space.json": {
      ...{ name: "PL", id: 8, version: 1_700_000_500, languages: [], domain: "https://x.example/fr/" },
      ...{ token: TOKENS.pl, previewToken: TOKENS.plPreview },
    },
  });
  const { findings } = JSON.parse((await run(["doctor", "--json"])).stdout);
  expect(findings).toMatchObject([
    { code: "DOCTOR_PREVIEW_ADDRESS", where: "space 8", hint: expect.stringContaining("https://x.example/pl/ ") },
  ]);
});
