/** Sitemap and preview index in parts, as a large site has them: a publish rewrites the parts of what it changed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { fetchIndex } from "../../src/client/preview/fetch-index.ts";
import { INDEX_VERSION } from "../../src/content/preview/preview-index.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { type Edited, openBuildFixture, openEdited } from "./builds.ts";

/** The dense space is small: whatever may be divided has so many parts here. */
const parts = vi.hoisted(() => ({ count: 2 }));
vi.mock("../../src/content/rules/split-into-parts.ts", async (original) => ({
  ...(await original<typeof import("../../src/content/rules/split-into-parts.ts")>()),
  partCount: () => parts.count,
}));

const folder = temporaryFolder();
const workshop = openBuildFixture(folder.dir);
let edited: Edited;
let grown: Awaited<ReturnType<typeof workshop.grown>>;
beforeAll(async () => {
  edited = await openEdited(true);
  grown = await workshop.grown(undefined, true);
});
afterEach(() => vi.unstubAllGlobals());
afterAll(async () => {
  await edited.space.close();
  folder.remove();
});

const previewOf = (out: string): Record<string, string> =>
  JSON.parse(readFileSync(join(out, "_assets/builds/latest.json"), "utf8")).preview;

test("a publish rewrites the parts of its story alone, and gives what a build from nothing gives", async () => {
  const before = filesOf(grown.out);
  const last = workshop.copyOut(grown);
  edited.space.publish("insights/a/post-1", (story) => {
    story.content.teaser_title = "Another title";
  });
  await workshop.build(edited, grown);
  const now = filesOf(grown.out);
  const written = Object.keys(now).filter((path) => now[path] !== before[path]);
  const ofKind = (pattern: RegExp) => written.filter((path) => pattern.test(path)).length;
  // A story is in one part of the sitemap for each of its pages, and in one part of its language's index.
  expect(ofKind(/^sitemap-\d\.xml$/)).toBeLessThanOrEqual(2);
  expect(written).not.toContain("sitemap.xml");
  expect(ofKind(/^_assets\/preview-en-/)).toBe(2);
  expect(now).toEqual(await workshop.clean(edited, grown, last));
});

test.each(["en", "de"])("the client puts the index of %s together", async (lang) => {
  vi.stubGlobal("fetch", async (url: string) => new Response(readFileSync(join(grown.out, url))));
  const index = await fetchIndex(previewOf(grown.out)[lang] ?? "");
  const paths = index.stories.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(5);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(() => readFileSync(join(grown.out, path, "index.html"))).not.toThrow();
  expect(index).toMatchObject({ lang, version: INDEX_VERSION });
});

test("an index in parts of another version is refused", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ version: 4, parts: [], rest: "" }));
  await expect(fetchIndex("/x.json")).rejects.toThrow("another version");
});

test.each([4, 1, 2])("a site that grew or shrank to %i parts is divided as one from nothing", async (count) => {
  parts.count = count;
  const last = workshop.copyOut(grown);
  edited.space.publish(`insights/a/part-${count}`, (story) => {
    story.content = { component: "Insights", teaser_title: `Part ${count}`, body: [] };
  });
  await workshop.build(edited, grown);
  const now = filesOf(grown.out);
  expect(Object.keys(now).filter((path) => /^sitemap/.test(path))).toHaveLength(count === 1 ? 1 : count + 1);
  expect(now).toEqual(await workshop.clean(edited, grown, last));
});
