/** docs/own-outputs.md, docs/own-routes.md and docs/ready-outputs.md, word by word: the files that they show, in a site. */
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

/** The files that a guide shows, by path. */
function filesIn(guide: string): Record<string, string> {
  const blocks = readFileSync(join(ROOT, "docs", guide), "utf8").matchAll(/^```tsx? file=(\S+)\n([\s\S]*?)^```/gm);
  return Object.fromEntries([...blocks].map(([, path = "", text = ""]) => [path, text]));
}

let site: CommandSite;
beforeAll(async () => {
  const files = filesIn("own-outputs.md");
  const all = (files["site.ts"] ?? "")
    .replace("outputs: [names]", "outputs: [names, marks]")
    .replace("export default", 'import { marks } from "./outputs/marks.ts";\n\nexport default');
  site = await openCommandSite({ ...files, "site.ts": all }, { home: storyWithHeadline("Home", { name: "Home" }) });
  await site.generate();
});
afterAll(() => site.close());

test("the names of all pages, for each language", () => {
  expect(JSON.parse(site.read("names-en.json"))).toEqual([{ path: "/", title: "Home" }]);
});

test("what takes long is kept from build to build", async () => {
  expect(site.read("mark.svg")).toContain("<text>8</text>");
  site.write({
    "outputs/marks.ts": filesIn("own-outputs.md")["outputs/marks.ts"]?.replace("<text>", "<text>Now ") ?? "",
  });
  await site.generate();
  expect(site.read("mark.svg")).toContain("<text>8</text>");
  site.service.publish("home", (story) => {
    story.name = "Longer name";
  });
  await site.generate();
  expect(site.read("mark.svg")).toContain("<text>Now 15</text>");
});

describe("docs/own-routes.md", () => {
  let routes: CommandSite;
  beforeAll(async () => {
    routes = await openCommandSite(filesIn("own-routes.md"), { home: storyWithHeadline("Home", { name: "Home" }) });
    await routes.generate();
  });
  afterAll(() => routes.close());

  test("a page in each language, and one for each path", () => {
    expect(routes.read("fr/contact/index.html")).toContain("<title>Nous écrire | X</title>");
    expect(routes.read("tags/home/index.html")).toContain('<h1>Home</h1><ul><li><a href="/">Home</a></li></ul>');
    expect(routes.read("tags/home/index.html")).toContain("<title>About Home | X</title>");
    expect(routes.read("sitemap.xml")).toContain("<loc>https://x.example/files/prices.pdf</loc><lastmod>2026-01-31");
  });
});

describe("docs/ready-outputs.md", () => {
  let ready: CommandSite;
  beforeAll(async () => {
    ready = await openCommandSite(filesIn("ready-outputs.md"), { home: storyWithHeadline("Home", { name: "Home" }) });
    copyFileSync(join(ROOT, "templates/fonts/instrument-sans-latin.woff2"), join(ready.dir, "own.woff2"));
    const { problems } = await ready.generate();
    expect(problems).toEqual([]);
  });
  afterAll(() => ready.close());

  test("a search page with its index, Markdown, llms.txt and a picture", () => {
    expect(ready.read("search/index.html")).toContain('<ul><li><a href="/">Home</a></li></ul>');
    expect(ready.read("search/en/pages-0.bin")).toContain("Home");
    expect(ready.read("llms.txt")).toContain("- [Home](https://x.example/index.md)");
    expect(ready.read("index.html")).toContain('content="https://x.example/og.png"');
    expect(existsSync(join(ready.out, "og.png"))).toBe(true);
  });
});
