/** docs/own-files.md and docs/own-routes.md, word by word: the files that they show, in a site. */
import { readFileSync } from "node:fs";
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
  const files = filesIn("own-files.md");
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
    "outputs/marks.ts": filesIn("own-files.md")["outputs/marks.ts"]?.replace("<text>", "<text>Now ") ?? "",
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
