/** Pages without a story (`routes`) and entries of the sitemap, on a site that is not the sample. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whenApp } from "../e2e/site.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type Command, command } from "../serve/command.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const SITE = `import { defineSite } from "sitegen-storyblok";
import { Counter } from "./pages/counter.tsx";
import TagPage from "./pages/tag.tsx";
import { Layout } from "./layout.tsx";
export default defineSite({
  languages: [{ code: "en" }, { code: "fr" }],
  global: null,
  pageTypes: { page: {}, note: { sitemap: false } },
  layout: { Layout },
  words: { en: { count_title: "Count here" }, fr: { count_title: "Compter ici" } },
  routes: [
    { path: "/count/", page: Counter, head: { title: "count_title", description: "Counts", link: { rel: "license", href: "https://x.example/licence/" } } },
    {
      paths: (reader) => [...new Set(reader.latest({ type: "note" }).map(({ text }) => text))].map((tag) => ({ path: \`/tags/\${tag}/\`, tag })),
      page: TagPage,
      hydrate: false,
      data: (reader, { tag }) => ({ tag, notes: reader.latest({ type: "note" }).filter(({ text }) => text === tag).map(({ name, href }) => ({ name, href })) }),
      head: ({ tag, notes }) => ({ title: \`About \${tag}\`, noindex: notes.length > 1, meta: { name: "keywords", content: tag }, jsonLd: { "@type": "CollectionPage", name: tag } }),
    },
    { path: { fr: "/plan-du-site/" }, page: TagPage, data: () => ({ tag: "plan", notes: [] }), head: { title: "constructor" }, hydrate: false, sitemap: false },
  ],
  sitemap: (reader) => ["/files/price-list.pdf", { path: reader.absolute("/fr/"), lastmod: "2020-01-02" }, { path: "https://x.example/shop/", lastmod: "2024-05-06" }],
});
`;
const FILES = {
  "site.ts": SITE,
  "layout.tsx":
    'import { useSite } from "sitegen-storyblok/kit";\nexport function Layout({ children }) { const { payload } = useSite(); return <><nav>{payload.lang === "fr" ? "Menu fr" : "Menu"} <a href="/count/">Count</a> <a href="/">Home</a></nav>{children}</>; }\n',
  "pages/counter.tsx":
    'import { useState } from "react";\nimport "./counter.css";\nexport function Counter() { const [n, add] = useState(0); return <section className="own-counter"><h1>Counter</h1><button onClick={() => add(n + 1)}>{"Clicked " + n}</button></section>; }\n',
  "pages/counter.css": ".own-counter { outline-offset: 7px; }\n",
  "pages/tag.tsx":
    "export default function TagPage({ tag, notes }) { return <><h1>{tag}</h1><ul>{notes.map(({ name, href }) => <li key={href}><a href={href}>{name}</a></li>)}</ul></>; }\n",
  "blocks/note/note.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { meta_description: text() } });\n',
  "blocks/note/note.tsx":
    "export default function Note({ meta_description }) { return <h1>{meta_description}</h1>; }\n",
};
const note = (name: string, tag: string) => ({ name, content: { component: "note", meta_description: tag } });
const STORIES = {
  home: storyWithHeadline("Home"),
  "notes/one": note("One", "red"),
  "notes/two": note("Two", "blue"),
};

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite(FILES, STORIES);
  await site.generate();
});
afterAll(() => site.close());

const json = (path: string) => JSON.parse(site.read(path));

test("a route is a page in each language, with layout, head, payload and its styles", () => {
  const en = site.read("count/index.html");
  expect(en).toContain("<title>Count here | X</title>");
  expect(en).toContain('<meta name="description" content="Counts"');
  expect(en).toContain('<link rel="license" href="https://x.example/licence/"');
  expect(en).toContain('<link rel="canonical" href="https://x.example/count/"');
  expect(en).toContain('hreflang="fr" href="https://x.example/fr/count/"');
  expect(en).toMatch(/<nav>Menu.*<main id="main"[^>]*><section class="own-counter"><h1>Counter<\/h1>/);
  expect(site.read("fr/count/index.html")).toContain("<title>Compter ici | X</title>");
  expect(site.read("fr/count/index.html")).toContain("<nav>Menu fr");
  expect(json("count/_payload.json")).toMatchObject({
    path: "/count/",
    story: null,
    blocks: ["route:0"],
    crumbs: [
      { title: "Home", href: "/" },
      { title: "Count here", href: "/count/" },
    ],
    switchHref: { en: "/count/", fr: "/fr/count/" },
  });
  const sheets = (page: string) =>
    [...site.read(page).matchAll(/href="\/(_assets\/[^"]+\.css)"/g)].map(([, path = ""]) => site.read(path)).join("");
  expect(sheets("count/index.html")).toContain("own-counter");
  expect(sheets("index.html")).not.toContain("own-counter");
});

test("several pages come from what the reader says; each has its params and data", () => {
  expect(site.read("tags/red/index.html")).toContain('<h1>red</h1><ul><li><a href="/notes/one/">One</a></li></ul>');
  expect(site.read("tags/red/index.html")).toContain("<title>About red | X</title>");
  expect(site.read("tags/red/index.html")).toContain('<meta name="keywords" content="red"');
  expect(site.read("tags/red/index.html")).toContain('"@type":"CollectionPage","name":"red"');
  expect(site.read("fr/tags/blue/index.html")).toContain('<a href="/fr/notes/two/">Two</a>');
  expect(existsSync(join(site.out, "plan-du-site/index.html"))).toBe(false);
  expect(site.read("fr/plan-du-site/index.html")).toContain("<h1>plan</h1>");
});

test("a title that is no word of the site is shown as it is, whatever it is", () => {
  expect(site.read("fr/plan-du-site/index.html")).toContain("<title>constructor | X</title>");
});

test("the sitemap has them and what the definition adds, but not what leaves it", () => {
  const map = site.read("sitemap.xml");
  const addresses = [...map.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address);
  expect(addresses).toEqual(
    [
      "",
      "count/",
      "files/price-list.pdf",
      "fr/",
      "fr/count/",
      "fr/tags/blue/",
      "fr/tags/red/",
      "shop/",
      "tags/blue/",
      "tags/red/",
    ].map((path) => `https://x.example/${path}`),
  );
  expect(map).toContain("<loc>https://x.example/shop/</loc><lastmod>2024-05-06</lastmod>");
  expect(map).toContain(
    '<loc>https://x.example/count/</loc><xhtml:link rel="alternate" hreflang="en" href="https://x.example/count/"/>',
  );
});

test("a publish writes the routes that show it and no others; a page comes and goes with its tag", async () => {
  site.service.publish("notes/one", (story) => {
    story.content.meta_description = "blue";
  });
  const { pages } = await site.generate();
  // Both languages: the note, the tag that has one more. The one of no note is gone.
  expect(pages.written).toBe(4);
  expect(existsSync(join(site.out, "tags/red/index.html"))).toBe(false);
  expect(site.read("tags/blue/index.html")).toContain(">One</a>");
  // Two notes: this route's head keeps it out.
  expect(site.read("sitemap.xml")).not.toContain("tags/blue/");
  expect((await site.run("why", "/tags/blue/")).stdout).toMatch(
    /Rendered by the last build: [\s\S]*lists of stories \(1\)/,
  );
  expect((await site.run("why", "/count/")).stdout).toContain("Kept by the last build");
  site.service.publish("notes/one", ({ content }) => {
    Object.assign(content, { meta_description: "red", meta_description__i18n__fr: "blue" });
  });
  await site.generate();
  // The other language's page is kept out, so this one has no translation that search engines may index.
  expect(site.read("sitemap.xml")).toContain("<loc>https://x.example/tags/blue/</loc></url>");
  site.service.publish("notes/one", ({ content }) => {
    delete content.meta_description__i18n__fr;
  });
  await site.generate();
  expect(site.read("tags/red/index.html")).toContain(">One</a>");
  expect(site.read("sitemap.xml")).toContain("<loc>https://x.example/tags/red/</loc>");
});

test("pages whose paths are translated too are translations by their key, also after one of the paths changed; what the sitemap adds is a path, or a URL, which is encoded", async () => {
  const paths = `(reader) => [{ path: reader.lang === "fr" ? "/etiquettes/rouge/" : "/labels/red/", translationKey: "7", tag: "red" }, { path: reader.lang === "fr" ? "/etiquettes/vert/" : "/labels/green/", translationKey: reader.lang + "8", tag: "green" }]`;
  const route = `{ paths: ${paths}, page: TagPage, data: (reader, { tag }) => ({ tag, notes: [] }), hydrate: false },\n    { path: { fr`;
  const added = 'sitemap: (reader) => ["/files/a b+ü.pdf", new URL("/files/ö 1.pdf", reader.site.origin).href],';
  const withKeys = SITE.replace("{ path: { fr", route).replace(/sitemap: \(reader\) => .*/, added);
  site.write({ "site.ts": withKeys });
  await site.generate();
  expect(json("labels/red/_payload.json").switchHref).toEqual({ en: "/labels/red/", fr: "/fr/etiquettes/rouge/" });
  const map = site.read("sitemap.xml");
  expect(map).toContain(
    '<loc>https://x.example/fr/etiquettes/rouge/</loc><xhtml:link rel="alternate" hreflang="en" href="https://x.example/labels/red/"/>',
  );
  expect(map).toContain("<loc>https://x.example/labels/green/</loc></url>");
  for (const path of ["a%20b+%C3%BC.pdf", "%C3%B6%201.pdf"])
    expect(map).toContain(`<loc>https://x.example/files/${path}<`);

  site.write({ "site.ts": withKeys.replace("rouge", "rose") });
  await site.generate();
  expect(site.read("labels/red/index.html")).toContain('hreflang="fr" href="https://x.example/fr/etiquettes/rose/"');
  site.write({ "site.ts": SITE });
  await site.generate("--allow-removals");
});

test("`check` knows them, and looks at them", async () => {
  const { stdout } = await site.run("check", "--json");
  const { problems } = JSON.parse(stdout);
  expect(problems.filter(({ story }: { story: string }) => /count|tags|plan/.test(story))).toEqual([]);
});

test("`check` tells what the sitemap adds and the site does not publish; with own outputs it cannot know all files", async () => {
  const added = async () => {
    const { problems } = JSON.parse((await site.run("check", "--json")).stdout);
    const found = problems.filter(({ path }: { path: string }) => path === "sitemap");
    return found.map(({ severity, code, message }: Record<string, string>) => `${severity} ${code} ${message}`);
  };
  const noPage = "warning CHECK_LINK_BROKEN There is no page at /shop/.";
  const noFile = "warning CHECK_FILE_BROKEN The build writes no file to /files/price-list.pdf.";
  expect(await added()).toEqual([noFile, noPage]);

  const output = '{ name: "prices", keys: () => [""], make: () => ({ path: "files/price-list.pdf", body: "x" }) }';
  const read = "(reader) => [reader.page('/count/').head.title].flatMap((title) => title && [";
  const changed = SITE.replace("sitemap: (reader) => [", `outputs: [${output}], sitemap: ${read}`);
  site.write({ "site.ts": changed.replace(/\],\n\}\);\n$/, "]),\n});\n") });
  expect(await added()).toEqual([noPage]);
  site.write({ "site.ts": SITE });
});

describe("in the browser", () => {
  let page: Page;
  let close: () => Promise<unknown>;
  let origin: string;
  beforeAll(async () => {
    const server = await startStaticServer(site.out);
    const browser = await launchBrowser();
    page = await browser.newPage();
    origin = server.origin;
    close = () => Promise.all([browser.close(), server.close()]);
  });
  afterAll(() => close());

  test("a route hydrates, and is reached and left within the app", async () => {
    await page.goto(`${origin}/count/`);
    await page.getByRole("button").click();
    await expect.poll(() => page.getByRole("button").textContent()).toBe("Clicked 1");
    // The button works before the links do.
    await whenApp(page);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.getByRole("link", { name: "Count" }).click();
    await page.getByRole("button", { name: "Clicked 0" }).click();
    await page.getByRole("button", { name: "Clicked 1" }).waitFor();
    expect(await page.title()).toBe("Count here | X");
    expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  });
});

test("shards and a merge have the same pages, which a pull counts", async () => {
  const pulled = JSON.parse((await site.run("pull", "--json")).stdout);
  for (const shard of ["1/2", "2/2"])
    expect(
      (await site.run("generate", "--shard", shard, "--out", `part-${shard[0]}`, "--jobs", "1")).stderr,
    ).not.toContain("Error");
  expect((await site.run("merge", "part-1", "part-2", "--out", "merged")).stderr).not.toContain("PART_WRONG");
  expect((await site.generate("--full", "--out", "clean")).pages.total).toBe(pulled.pages);
  for (const file of ["count/index.html", "fr/tags/blue/_payload.json", "sitemap.xml"])
    expect(site.read(join("..", "merged", file))).toBe(site.read(join("..", "clean", file)));
});

describe("a route that cannot be a page is an error that says why", () => {
  test.each([
    [
      "a path of a story",
      'path: "/count/"',
      'path: "/notes/one/"',
      /ROUTE_TAKEN[\s\S]*The route \/notes\/one\/ \(routes\.0, page Counter\) is also the path of the story "notes\/one"/,
    ],
    [
      "a path of another route",
      'path: { fr: "/plan-du-site/" }',
      'path: "/count/"',
      /The route \/count\/ \(routes\.2, page TagPage\) is also the path of routes\.0, page Counter/,
    ],
    [
      "one path for two of `paths`",
      "{ path: `/tags/",
      "{ path: `/tags/` || `",
      /\/tags\/ \(routes\.1, page TagPage, {"tag":"(red|blue)"}\) is also the path of routes\.1, page TagPage, {"tag":"/,
    ],
    [
      "a path of the build",
      'path: "/count/"',
      'path: "/_assets/"',
      /No page can be at \/_assets\/: a file of the build itself lies there/,
    ],
    [
      "`paths` that throws",
      "[...new Set(",
      "nothing.here ?? [...new Set(",
      /The key "routes\.1\.paths" failed: nothing is not defined \(site\.ts:\d+:\d+\)/,
    ],
    [
      "a page that no file exports",
      "page: Counter",
      "page: () => null",
      /The key "routes\.0\.page" is a component that no file exports/,
    ],
    [
      "two pages of a language with one key",
      "/`, tag }",
      '/`, translationKey: "7", tag }',
      /\/tags\/(red|blue)\/ and \/tags\/(red|blue)\/ have the same translationKey "7" in "en"/,
    ],
    ["neither path nor paths", 'path: "/count/", ', "", /The key "routes\.0" needs either a "path" or "paths"/],
    [
      "a date in the sitemap that is none",
      'lastmod: "2020-01-02"',
      'lastmod: "yesterday"',
      /ROUTE_INVALID[\s\S]*\{ path, lastmod \}, with a date such as 2026-01-31/,
    ],
    [
      "a key of the sitemap's entries that there is not",
      'lastmod: "2020-01-02"',
      'lastMod: "2020-01-02"',
      /The key "sitemap" failed: An entry has the key "lastMod"\. Did you mean "lastmod"\?/,
    ],
    [
      "`data` that throws",
      "({ tag, notes: reader",
      "({ tag, notes: reader.nothing()",
      /tags\/blue\/: reader\.nothing is not a function/,
    ],
  ])("%s", async (_, from, to, message) => {
    expect(SITE).toContain(from);
    site.write({ "site.ts": SITE.replace(from, to) });
    const { code, stderr } = await site.run("generate", "--jobs", "1");
    site.write({ "site.ts": SITE });
    expect(stderr).toMatch(message);
    expect(code).toBeGreaterThan(0);
  });
});

test("`serve --watch` and the drafts of `serve` show them", async () => {
  const env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: "public",
    STORYBLOK_PREVIEW_TOKEN: "preview",
  };
  for (const flags of [["--watch"], []]) {
    const server: Command = command(["serve", "--port", "0", ...flags], { cwd: site.dir, env });
    try {
      const [, origin = ""] = await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
      const draft = flags.length === 0 ? "?_storyblok=1" : "";
      const response = await fetch(`${origin}/tags/red/${draft}`);
      expect(await response.text()).toContain("<h1>red</h1>");
      if (draft !== "") continue;
      const sitemap = async () => (await fetch(`${origin}/sitemap.xml`)).text();
      expect(await sitemap()).toContain("/count/");
      site.write({ "site.ts": SITE.replace('lastmod: "2020-01-02"', 'lastmod: "yesterday"') });
      await expect.poll(sitemap).toContain("with a date such as 2026-01-31");
    } finally {
      site.write({ "site.ts": SITE });
      await server.interrupt();
    }
  }
});
