/** The block of docs/writing-a-block.md that shows another story's blocks, word by word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { foreignSite, heroPage } from "./foreign-site.ts";

const guide = readFileSync(join(ROOT, "docs/writing-a-block.md"), "utf8");
const shown = [...guide.matchAll(/^```tsx? file=(\S+)\n([\s\S]*?)^```/gm)];
const files = Object.fromEntries(shown.map(([, path = "", text = ""]) => [path, text]));

test("a story without a page is chosen, and its blocks are shown and followed", async () => {
  const snippet = (headline: string) => ({
    uuid: "u-snippet",
    content: { ...heroPage(headline).content, component: "snippet" },
  });
  const stories = {
    home: { content: { component: "page", body: [{ component: "shared", from: "u-snippet" }] } },
    "parts/closed": snippet("Closed on Mondays"),
  };
  const site = await foreignSite({
    site: { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } },
    stories,
    files,
  });
  try {
    expect(site.report.problems).toEqual([]);
    const home = () => readFileSync(join(site.out, "index.html"), "utf8");
    expect(home()).toContain("<h1>Closed on Mondays</h1>");
    site.write("space/stories/parts/closed.json", JSON.stringify(snippet("Open again")));
    await site.build();
    expect(home()).toContain("<h1>Open again</h1>");
  } finally {
    site.close();
  }
});
