/** `init --from-space` on a site whose shared blocks are declared as docs/writing-a-block.md says. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Shared"),
      "stories/home.json": { content: { component: "page", title: "Home" } },
      "stories/shared/banner.json": { content: { component: "snippet", body: [{ component: "note", text: "Hi" }] } },
    }),
  );
});
afterAll(() => site.close());

test("a component of the kind global is not proposed as a page type, any other is", async () => {
  const again = () =>
    runHere(["init", "--from-space", "--yes"], {
      cwd: site.dir,
      env: { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: site.service.token },
    });
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(site.dir, file), change(readFileSync(join(site.dir, file), "utf8")));
  edit("site.ts", (text) => text.replace(/.*snippet.*\n/, ""));
  expect((await again()).stderr).toContain('"snippet" are pages in the space; add it to `pageTypes`');
  rmSync(join(site.dir, "blocks/snippet/snippet.tsx"));
  edit("blocks/snippet/snippet.schema.ts", (text) => text.replace('kind: "page"', 'kind: "global"'));
  expect((await again()).stderr).not.toContain("pageTypes");
});
