/** The blocks of docs/writing-a-block.md that show another story's blocks and fields, word by word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { foreignSite, heroPage } from "./foreign-site.ts";

const guide = readFileSync(join(ROOT, "docs/writing-a-block.md"), "utf8");
const shown = [...guide.matchAll(/^```tsx? file=(\S+)\n([\s\S]*?)^```/gm)];
const files = Object.fromEntries(shown.map(([, path = "", text = ""]) => [path, text]));

test("a story without a page is chosen, and its blocks or fields are shown and followed", async () => {
  const snippet = (headline: string) => ({
    uuid: "u-snippet",
    content: { ...heroPage(headline).content, component: "snippet" },
  });
  const person = (name: string) => ({ uuid: "u-ada", content: { component: "person", name } });
  const stories = {
    home: { content: { component: "page", body: [{ component: "shared", from: "u-snippet" }] } },
    news: { content: { component: "page", body: [{ component: "byline", author: "u-ada" }] } },
    "parts/closed": snippet("Closed on Mondays"),
    "people/ada": person("Ada"),
  };
  const site = await foreignSite({
    site: { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } },
    stories,
    files,
  });
  try {
    expect(site.report.problems).toEqual([]);
    const read = (path: string) => readFileSync(join(site.out, path), "utf8");
    expect(read("index.html")).toContain("<h1>Closed on Mondays</h1>");
    expect(read("news/index.html")).toMatch(/<p[^>]*>(?: |<!-- -->)*Ada<\/p>/);
    site.write("space/stories/parts/closed.json", JSON.stringify(snippet("Open again")));
    site.write("space/stories/people/ada.json", JSON.stringify(person("Grace")));
    await site.build();
    expect(read("index.html")).toContain("<h1>Open again</h1>");
    expect(read("news/index.html")).toContain("Grace</p>");
  } finally {
    site.close();
  }
});
