/** Stories that a space folder cannot hold are said, and never replace another story. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { exportSpace } from "../../src/export/export-space.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { definition } from "../helpers/definition.ts";
import { memorySpace, rawStory } from "../helpers/memory-space.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("the file of another story, and folders that are hidden or lead out of the export", async () => {
  const study = rawStory({ full_slug: "study/", uuid: "a", is_startpage: true });
  const slugs = ["study/index", ".well-known/key", "../outside", "team"];
  const space = memorySpace([study, ...slugs.map((slug) => rawStory({ full_slug: slug, uuid: slug }))]);
  const assets = new Map();
  const result = await exportSpace({ space, site: definition, dir: folder.dir, spaceId: "7", assets, origin: "" });
  expect(result.problems.map(({ code, story, message }) => [code, story, message])).toEqual([
    ["EXPORT_LEFT_OUT", "../outside", "The story is not in the export, since a space folder has no hidden files."],
    ["EXPORT_LEFT_OUT", ".well-known/key", "The story is not in the export, since a space folder has no hidden files."],
    ["EXPORT_LEFT_OUT", "study/index", "The story is not in the export, since another story has its file."],
  ]);
  expect(result.stories).toBe(2);
  const files = Object.keys(filesOf(folder.dir)).filter((path) => path.startsWith("stories/"));
  expect(files.sort()).toEqual(["stories/study/index.json", "stories/team.json"]);
  const kept = JSON.parse(readFileSync(join(folder.dir, "stories/study/index.json"), "utf8"));
  expect(kept).toMatchObject({ uuid: "a" });
});
