import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { api, makeSpace, page, putFiles, SPACE_JSON, serve } from "./helpers.ts";

async function watched(files: Record<string, unknown>) {
  const dir = await makeSpace(files);
  const lines: string[] = [];
  const service = await serve({ dir, watch: true, notify: (line) => lines.push(line) });
  return { dir, service, lines };
}

/** Does an edit and waits until the version that is served has risen. */
async function edited(service: SpaceService, edit: () => Promise<unknown>): Promise<void> {
  const before = service.cv();
  await edit();
  await vi.waitFor(() => expect(service.cv()).toBeGreaterThan(before), { timeout: 30_000, interval: 20 });
}

const headline = async (service: SpaceService, slug: string) =>
  (await api(service, `stories/${slug}`)).body.story.content.headline;

test("editing a file is a publish: cv rises, the story's dates are now, others stay", async () => {
  const { dir, service, lines } = await watched({
    "stories/a.json": page({ headline: "1" }),
    "stories/b.json": page(),
  });
  const before = (await api(service, "stories/b")).body.story;
  const start = Date.now();
  await edited(service, () => putFiles(dir, { "stories/a.json": page({ headline: "2" }) }));
  const { story } = (await api(service, "stories/a")).body;
  expect(story.content.headline).toBe("2");
  expect(Date.parse(String(story.published_at))).toBeGreaterThanOrEqual(start);
  expect(story.updated_at).toBe(story.published_at);
  expect(story.first_published_at).toBe("2026-01-05T08:00:00.000Z");
  expect((await api(service, "stories/b")).body.story).toEqual(before);
  expect(service.cv()).toBeGreaterThanOrEqual(Math.floor(start / 1000));
  expect(lines).toEqual([`Published: a; version ${service.cv()}.`]);
  const { stories } = (await api(service, `stories?published_at_gt=${new Date(start - 1).toISOString()}`)).body;
  expect(stories).toHaveLength(1);
});

test("writing beside the file and renaming, as editors do, is seen", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "1" }) });
  await edited(service, async () => {
    await writeFile(join(dir, "stories/a.json~tmp"), JSON.stringify(page({ headline: "2" })));
    await rename(join(dir, "stories/a.json~tmp"), join(dir, "stories/a.json"));
  });
  expect(await headline(service, "a")).toBe("2");
});

test("new files in new folders, deletes and datasource edits are publishes", async () => {
  const { dir, service } = await watched({ "stories/a.json": page(), "datasources/labels.json": [] });
  await edited(service, async () => {
    await mkdir(join(dir, "stories/deep/er"), { recursive: true });
    await putFiles(dir, { "stories/deep/er/b.json": page({ headline: "b" }) });
  });
  expect(await headline(service, "deep/er/b")).toBe("b");
  const { story } = (await api(service, "stories/deep/er/b")).body;
  expect(story.first_published_at).toBe(story.published_at);
  await edited(service, () => putFiles(dir, { "stories/deep/er/b.json": page({ headline: "c" }) }));
  expect(await headline(service, "deep/er/b")).toBe("c");
  await edited(service, () => rm(join(dir, "stories/a.json")));
  expect((await api(service, "stories/a")).status).toBe(404);
  await edited(service, () => putFiles(dir, { "datasources/labels.json": [{ name: "x", value: "y" }] }));
  expect((await api(service, "datasource_entries?datasource=labels")).body.datasource_entries).toHaveLength(1);
});

test("a folder that is removed and written again, as by an export, is served, and so are edits in it", async () => {
  const files = { "space.json": SPACE_JSON, "stories/a.json": page({ headline: "1" }), "stories/in/b.json": page() };
  const { dir, service } = await watched(files);
  await rm(dir, { recursive: true });
  await setTimeout(500);
  await edited(service, () => putFiles(dir, { ...files, "stories/a.json": page({ headline: "2" }) }));
  await vi.waitFor(async () => expect(await headline(service, "a")).toBe("2"), { timeout: 30_000 });
  await edited(service, () => putFiles(dir, { "stories/in/b.json": page({ headline: "3" }) }));
  expect(await headline(service, "in/b")).toBe("3");
});

test("a story with a uuid keeps it when its file moves, and links to the old path still mean it", async () => {
  const { dir, service } = await watched({
    "stories/a.json": page({}, { uuid: "11111111-1111-5111-8111-111111111111" }),
    "stories/b.json": page({ link: { $link: "a" } }),
  });
  const before = (await api(service, "stories/a")).body.story;
  const linking = (await api(service, "stories/b")).body.story;
  await edited(service, () => rename(join(dir, "stories/a.json"), join(dir, "stories/c.json")));
  const after = (await api(service, "stories/c")).body.story;
  expect([after.uuid, after.id]).toEqual([before.uuid, before.id]);
  expect((await api(service, "stories/b")).body.story).toEqual(linking);
  // The journal is written after the version has risen.
  await service.settled();
  const again = await serve({ dir });
  expect((await api(again, "stories/b")).body.story.content.link).toMatchObject({ id: before.uuid });
});

test("a broken edit is reported and the last good version stays; fixing it goes on", async () => {
  const { dir, service, lines } = await watched({ "stories/a.json": page({ headline: "1" }) });
  const before = service.cv();
  await putFiles(dir, { "stories/a.json": '{"content": ' });
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 });
  expect(lines[0]).toBe("stories/a.json:1:13 is not valid JSON: value expected. The last good version stays served.");
  expect([service.cv(), await headline(service, "a")]).toEqual([before, "1"]);
  await edited(service, () => putFiles(dir, { "stories/a.json": page({ headline: "2" }) }));
  expect(await headline(service, "a")).toBe("2");
});

test("a draft edit changes the draft and not the version", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "1" }) });
  const before = service.cv();
  await putFiles(dir, { "stories/a.json": page({ headline: "1" }, { draft: { component: "Page", headline: "2" } }) });
  const draft = async () => (await api(service, "stories/a?version=draft")).body.story.content.headline;
  await vi.waitFor(async () => expect(await draft()).toBe("2"), { timeout: 30_000 });
  expect([service.cv(), await headline(service, "a")]).toEqual([before, "1"]);
});

test("a draft that is discarded leaves no story that was saved after it was published", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "1" }) });
  const dates = async () => {
    const { published_at, updated_at } = (await api(service, "stories/a?version=draft")).body.story;
    return { published_at, updated_at };
  };
  const before = await dates();
  await putFiles(dir, { "stories/a.json": page({ headline: "1" }, { draft: { component: "Page", headline: "2" } }) });
  await vi.waitFor(async () => expect(await dates()).not.toEqual(before), { timeout: 30_000 });
  await putFiles(dir, { "stories/a.json": page({ headline: "1" }) });
  await vi.waitFor(async () => expect(await dates()).toEqual(before), { timeout: 30_000 });
});

test("replacing an asset publishes the stories that show it", async () => {
  const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} 10"/>`;
  const { dir, service, lines } = await watched({
    "stories/a.json": page({ image: { $asset: "x.svg" } }),
    "stories/b.json": page(),
    "assets/x.svg": svg(10),
  });
  await edited(service, () => putFiles(dir, { "assets/x.svg": svg(20) }));
  expect((await api(service, "stories/a")).text).toContain("/20x10/");
  expect(lines).toEqual([`Published: a; version ${service.cv()}.`]);
});

test("starting on an unchanged folder writes nothing, and answers the same twice", async () => {
  const dir = await makeSpace({ "stories/a.json": page() });
  const files = (await readdir(dir)).sort();
  const one = await serve({ dir });
  const first = await api(one, "stories");
  await one.close();
  const two = await serve({ dir });
  expect((await api(two, "stories")).body).toEqual(first.body);
  expect((await readdir(dir)).sort()).toEqual(files);
});

test("without a journal the version follows from space.json and the content", async () => {
  const cvOf = async (files: Record<string, unknown>) => (await serve({ dir: await makeSpace(files) })).cv();
  const a = await cvOf({ "stories/a.json": page({ headline: "1" }) });
  expect(await cvOf({ "stories/a.json": page({ headline: "1" }) })).toBe(a);
  expect(await cvOf({ "stories/a.json": page({ headline: "2" }) })).not.toBe(a);
  expect(a - 1767600000).toBeGreaterThanOrEqual(0);
  expect(a - 1767600000).toBeLessThan(1_000_000);
});

test("with a journal an edit made while nothing ran is a publish at the next start, once", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "1" }), "stories/b.json": page() });
  await edited(service, () => putFiles(dir, { "stories/a.json": page({ headline: "2" }) }));
  await service.close();
  const cv = service.cv();
  const kept = await serve({ dir });
  expect(kept.cv()).toBe(cv);
  const b = (await api(kept, "stories/b")).body.story;
  await kept.close();

  await putFiles(dir, { "stories/b.json": page({ headline: "new" }) });
  const start = Date.now();
  const next = await serve({ dir });
  expect(next.cv()).toBeGreaterThan(cv);
  const story = (await api(next, "stories/b")).body.story;
  expect(Date.parse(String(story.published_at))).toBeGreaterThanOrEqual(start);
  expect(story.first_published_at).toBe(b.first_published_at);
  const again = await serve({ dir });
  expect(again.cv()).toBe(next.cv());
  expect((await api(again, "stories/b")).body.story.published_at).toBe(story.published_at);
});

test("a damaged journal counts as none, a folder that cannot be written has none", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "1" }) });
  const fresh = service.cv();
  await putFiles(dir, { ".journal.json": '{"format": 1, "cv":' });
  expect((await serve({ dir })).cv()).toBe(fresh);
  await rm(join(dir, ".journal.json"));
  await chmod(dir, 0o555);
  await edited(service, () => writeFile(join(dir, "stories/a.json"), JSON.stringify(page({ headline: "2" }))));
  await service.settled();
  await chmod(dir, 0o755);
  const asRoot = process.getuid?.() === 0;
  expect((await readdir(dir)).includes(".journal.json")).toBe(asRoot);
});

test("without the journal nothing is written, and an edit made before the start only makes another version", async () => {
  const dir = await makeSpace({ "stories/a.json": page({ headline: "1" }) });
  const one = await serve({ dir, watch: true, journal: false });
  const before = one.cv();
  await edited(one, () => putFiles(dir, { "stories/a.json": page({ headline: "2" }) }));
  await one.close();
  const two = await serve({ dir, journal: false });
  expect(two.cv()).not.toBe(before);
  expect(two.cv()).toBeLessThan(1767600000 + 1_000_000);
  expect((await readdir(dir)).sort()).toEqual(["space.json", "stories"]);
});

test("the journal holds no token", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "1" }) });
  await edited(service, () => putFiles(dir, { "stories/a.json": page({ headline: "2" }) }));
  await service.settled();
  const journal = await readFile(join(dir, ".journal.json"), "utf8");
  expect(journal).not.toContain(service.token);
  expect(journal).not.toContain(service.previewToken);
});

test("ten quick edits in a row end with the last one served", async () => {
  const { dir, service } = await watched({ "stories/a.json": page({ headline: "0" }) });
  for (let index = 1; index <= 10; index++)
    await putFiles(dir, { "stories/a.json": page({ headline: String(index) }) });
  await vi.waitFor(async () => expect(await headline(service, "a")).toBe("10"), { timeout: 30_000 });
});
