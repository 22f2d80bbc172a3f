import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadFolder } from "../../src/space/folder/load-folder.ts";
import { fullSlugOf } from "../../src/space/model.ts";
import { type Files, MINIMAL, makeSpace, page, putFiles } from "./helpers.ts";

const memory = () => ({ assets: new Map(), stories: new Map(), formerSlugs: new Map() });

async function load(files: Files) {
  return loadFolder(await makeSpace(files), memory());
}

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

test("a story as deep as the folder may hold loads, and so does a name with a backslash", async () => {
  const deep = `{"content": ${nested('{"component": "section", "body": [', "]}", 490)}}`;
  const { stories } = await load({ "stories/a.json": deep, "stories/b\\c.json": page() });
  expect(stories.map((story) => [fullSlugOf(story), JSON.stringify(story.content()).length > 10_000])).toContainEqual([
    "a",
    true,
  ]);
  expect(stories.map(fullSlugOf)).toContain("b\\c");
});

test("the minimal space loads without a notice, and twice the same", async () => {
  const once = await loadFolder(MINIMAL, memory());
  const again = await loadFolder(MINIMAL, memory());
  expect(once.notices).toEqual([]);
  expect(once.stories.map(fullSlugOf)).toEqual([
    "company/about",
    "global",
    "home",
    "imprint",
    "insights/first-post",
    "insights/",
  ]);
  expect(JSON.stringify(once.stories)).toBe(JSON.stringify(again.stories));
  expect(once.stories.map((story) => story.content())).toEqual(again.stories.map((story) => story.content()));
  expect(once.assets.get("icons/dot.svg")?.size).toBe("48x32");
  expect(once.assets.get("pictures/square.png")?.size).toBe("64x40");
});

test.each<[string, Files, string]>([
  ["a mistake in JSON", { "stories/a.json": '{"content": {,}}' }, "stories/a.json:1:14 is not valid JSON"],
  ["no content", { "stories/a.json": { name: "A" } }, 'stories/a.json: "content": Invalid input'],
  [
    "content that is no block",
    { "stories/a.json": { content: { headline: "x" } } },
    'stories/a.json: content: a block needs "component"',
  ],
  ["an unknown key", { "stories/a.json": page({}, { titel: "x" }) }, 'stories/a.json: "titel" is not a key of a story'],
  [
    "a wrong date",
    { "stories/a.json": page({}, { first_published_at: "soon" }) },
    '"first_published_at": expected an ISO 8601 date',
  ],
  [
    "a story of ten thousand blocks in each other",
    { "stories/a.json": `{"content": ${nested('{"component": "section", "body": [', "]}", 10_000)}}` },
    "stories/a.json: nested more than 1000 levels deep",
  ],
  [
    "lists in each other without an end",
    { "stories/a.json": "[".repeat(100_000) },
    "stories/a.json:1:1 is not valid JSON: more than 1000 levels",
  ],
  ["one slug twice", { "stories/a.json": page(), "stories/a/index.json": page() }, 'the slug "a" is taken by'],
  [
    "one uuid twice",
    { "stories/a.json": page({}, { uuid: "u" }), "stories/b.json": page({}, { uuid: "u" }) },
    "the uuid u is taken by stories/a.json",
  ],
  [
    "a datasource that is no list",
    { "datasources/labels.json": {} },
    "datasources/labels.json: expected a list of entries.",
  ],
  [
    "an entry without value",
    { "datasources/labels.json": [{ name: "x" }] },
    "datasources/labels.json: entry 1: expected an object",
  ],
  ["a wrong space.json", { "space.json": { name: "x" } }, 'space.json: "id": Invalid input'],
  [
    "an unknown key in space.json",
    { "space.json": { name: "x", id: 1, version: 1, token: "a", previewToken: "b", lang: [] } },
    'space.json: Unrecognized key: "lang"',
  ],
])("%s is one clear error", async (_name, files, message) => {
  await expect(load(files)).rejects.toMatchObject({ code: "SPACE_BROKEN", message: expect.stringContaining(message) });
});

test("a folder without space.json is an error that names it", async () => {
  const dir = join(await makeSpace({}), "nothing");
  await mkdir(dir);
  await expect(loadFolder(dir, memory())).rejects.toMatchObject({
    code: "SPACE_BROKEN",
    message: expect.stringContaining("space.json cannot be read"),
  });
});

test("assets that are not there are one notice, not an error", async () => {
  const { notices } = await load({
    "stories/a.json": page({ og_image: { $asset: "a.jpg" }, x: { $asset: "b.jpg" }, y: { $asset: "a.jpg" } }),
  });
  expect(notices).toEqual([
    "Missing in the space folder: assets/a.jpg (named in stories/a.json), assets/b.jpg (named in stories/a.json).",
  ]);
});

test("a link to a story that is not there keeps a uuid that leads nowhere", async () => {
  const { stories } = await load({ "stories/a.json": page({ link: { $link: "gone" } }) });
  const link = stories[0]?.content().link as { id: string };
  expect(link.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(stories.map(({ uuid }) => uuid)).not.toContain(link.id);
});

test("sizes of SVG come from width and height, or else from the viewBox", async () => {
  const svg = (attributes: string) => `<?xml version="1.0"?><svg ${attributes} xmlns="http://www.w3.org/2000/svg"/>`;
  const { assets } = await load({
    "assets/a.svg": svg('width="30px" height="20"'),
    "assets/b.svg": svg("viewBox='0,0,12.4,8'"),
    "assets/c.svg": svg(""),
    "assets/d.svg": svg('stroke-width="3" viewBox="0 0 9 6"'),
    "assets/e.txt": "text",
    "assets/f.png": "no image",
  });
  expect([...assets.values()].map(({ size }) => size)).toEqual(["30x20", "12x8", "x", "9x6", "x", "x"]);
});

test("dates default to fixed ones, and published_at differs when the content does", async () => {
  const [one] = (await load({ "stories/a.json": page({ x: "1" }) })).stories;
  const [two] = (await load({ "stories/a.json": page({ x: "2" }) })).stories;
  expect(one?.firstPublishedAt).toBe("2026-01-05T08:00:00.000Z");
  expect(two?.firstPublishedAt).toBe(one?.firstPublishedAt);
  expect(two?.publishedAt).not.toBe(one?.publishedAt);
});

test("a second reading expands only what changed", async () => {
  const dir = await makeSpace({
    "stories/a.json": page({ link: { $link: "b" } }),
    "stories/b.json": page(),
    "stories/c.json": page(),
  });
  const kept = memory();
  const once = await loadFolder(dir, kept);
  await putFiles(dir, { "stories/b.json": page({ headline: "new" }) });
  const twice = await loadFolder(dir, kept);
  expect(twice.stories.map((story, index) => story === once.stories[index])).toEqual([true, false, true]);
  await putFiles(dir, { "stories/b.json": page({}, { uuid: "moved" }) });
  const link = (await loadFolder(dir, kept)).stories[0]?.content().link;
  expect(link).toMatchObject({ id: "moved" });
});
