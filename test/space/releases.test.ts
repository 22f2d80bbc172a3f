import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { api, makeSpace, page, putFiles, serve, serveFiles, serveOnce, slugs } from "./helpers.ts";

const NEW_UUID = "11111111-1111-5111-8111-111111111111";

const FILES = {
  "stories/home.json": page({ headline: "Home" }, { draft: { component: "Page", headline: "Home, saved" } }),
  "stories/old.json": page({ headline: "Old" }, { first_published_at: "2025-03-01T08:00:00.000Z" }),
  "stories/links.json": page({ link: { $link: "old" } }),
  "releases/7/release.json": { name: "Spring" },
  "releases/7/stories/home.json": page({ headline: "Spring", headline__i18n__de: "Frühling" }),
  "releases/7/stories/new.json": page({ headline: "New" }, { uuid: NEW_UUID }),
  "releases/7/stories/moved/here.json": page({ headline: "Moved" }, { replaces: "old" }),
  "releases/8/release.json": { name: "Autumn" },
};

const service = serveOnce(FILES);

test("without from_release nothing of a release is seen, neither published nor as a draft", async () => {
  for (const version of ["published", "draft"]) {
    const list = await api(service(), `stories?version=${version}`);
    expect(slugs(list)).toEqual(["home", "links", "old"]);
    expect(list.body.stories.map((story) => story.release_id)).toEqual([null, null, null]);
  }
});

test("from_release shows the release's stories over the drafts, in every language", async () => {
  const { body } = await api(service(), "stories?version=draft&from_release=7");
  const rows = body.stories.map((story) => [story.full_slug, story.content.headline, story.release_id]);
  expect(rows).toEqual([
    ["home", "Spring", 7],
    ["links", undefined, null],
    ["new", "New", 7],
    ["moved/here", "Moved", 7],
  ]);
  const german = (await api(service(), "stories/home?version=draft&from_release=7&language=de")).body.story;
  expect(german.content.headline).toBe("Frühling");
  const other = await api(service(), "stories/home?version=draft&from_release=8");
  expect(other.body.story.content.headline).toBe("Home, saved");
});

test("a story keeps id, uuid and dates in a release, also at another path, and links follow it", async () => {
  const before = (await api(service(), "stories/old")).body.story;
  const moved = (await api(service(), "stories/moved/here?version=draft&from_release=7")).body.story;
  const same = ["id", "uuid", "group_id", "created_at", "first_published_at", "published_at"] as const;
  for (const key of same) expect(moved[key], key).toBe(before[key]);
  const links = await api(service(), "stories/links?version=draft&from_release=7&resolve_links=url");
  expect(links.body.links.map((link) => link.full_slug)).toEqual(["moved/here"]);
  expect((await api(service(), "stories/old?version=draft&from_release=7")).status).toBe(404);
  const added = (await api(service(), "stories/new?version=draft&from_release=7")).body.story;
  expect([added.published_at, added.first_published_at]).toEqual([null, null]);
});

test("published content with a release: what is published, and the release's stories, for who may read drafts", async () => {
  const { body } = await api(service(), "stories?version=published&from_release=7");
  expect(body.stories.map((story) => story.full_slug)).toEqual(["home", "links", "new", "moved/here"]);
  expect(body.stories[0]?.content).not.toHaveProperty("_editable");
  for (const version of ["published", "draft"])
    expect((await api(service(), `stories?version=${version}&from_release=7`, { token: "public" })).status).toBe(401);
});

test("an unknown release is 404; 0 stands for none", async () => {
  for (const id of ["99", "seven", "-1"])
    expect((await api(service(), `stories?version=draft&from_release=${id}`)).status, id).toBe(404);
  expect(slugs(await api(service(), "stories?version=draft&from_release=0"))).toEqual(["home", "links", "old"]);
});

test("saving a release is not a publish", async () => {
  const dir = await makeSpace(FILES);
  const watched = await serve({ dir, watch: true });
  const cv = watched.cv();
  await putFiles(dir, { "releases/7/stories/home.json": page({ headline: "Later" }) });
  const headline = async () =>
    (await api(watched, "stories/home?version=draft&from_release=7")).body.story.content.headline;
  await vi.waitFor(async () => expect(await headline()).toBe("Later"), { timeout: 30_000 });
  expect(watched.cv()).toBe(cv);
});

test("space --merge publishes a release's stories, and the release is gone", async () => {
  const dir = await makeSpace(FILES);
  const watched = await serve({ dir, watch: true });
  const release = (await api(watched, "stories?version=draft&from_release=7")).body.stories;
  const cv = watched.cv();
  const merged = await runHere(["space", "--dir", dir, "--merge", "7"], { cwd: dir });
  expect([merged.code, merged.stderr]).toEqual([0, "Merged release 7: home, moved/here, new.\n"]);
  await vi.waitFor(async () => expect((await api(watched, "stories/new")).status).toBe(200), { timeout: 30_000 });
  await watched.settled();
  expect(watched.cv()).toBeGreaterThan(cv);
  const { stories } = (await api(watched, "stories?version=published")).body;
  const facts = (list: typeof stories) => list.map(({ uuid, id, full_slug }) => ({ uuid, id, full_slug }));
  expect(facts(stories)).toEqual(facts(release));
  expect(stories[3]?.first_published_at).toBe("2025-03-01T08:00:00.000Z");
  expect((await api(watched, "stories?version=draft&from_release=7")).status).toBe(404);
  expect(existsSync(join(dir, "releases/7"))).toBe(false);
  expect(JSON.parse(readFileSync(join(dir, "stories/moved/here.json"), "utf8"))).not.toHaveProperty("replaces");
});

test("two stories that change places in a release are both there once it is merged", async () => {
  const dir = await makeSpace({
    ...FILES,
    "releases/8/stories/links.json": page({ headline: "Old" }, { replaces: "old" }),
    "releases/8/stories/old.json": page({ headline: "Links" }, { replaces: "links" }),
  });
  expect((await runHere(["space", "--dir", dir, "--merge", "8"], { cwd: dir })).code).toBe(0);
  const merged = await serve({ dir });
  expect(slugs(await api(merged, "stories"))).toEqual(["home", "links", "old"]);
  expect((await api(merged, "stories/links")).body.story.content.headline).toBe("Old");
});

test("a second release knows a story that the first one has moved, with an uuid of its own or without", async () => {
  const dir = await makeSpace({
    ...FILES,
    "stories/links.json": page({ headline: "Links" }, { uuid: NEW_UUID.replaceAll("1", "2") }),
    "releases/7/stories/linked.json": page({ headline: "Linked" }, { replaces: "links" }),
    "releases/8/stories/back.json": page({ headline: "Old again" }, { replaces: "old" }),
    "releases/8/stories/links.json": page({ headline: "Links again" }),
  });
  const watched = await serve({ dir, watch: true });
  const before = (await api(watched, "stories")).body.stories;
  for (const [release, slug] of Object.entries({ 7: "linked", 8: "back" })) {
    expect((await runHere(["space", "--dir", dir, "--merge", release], { cwd: dir })).code).toBe(0);
    await vi.waitFor(async () => expect((await api(watched, `stories/${slug}`)).status).toBe(200), { timeout: 30_000 });
    await watched.settled();
  }
  const after = (await api(watched, "stories")).body.stories;
  expect(after.map(({ full_slug, content }) => [full_slug, content.headline])).toEqual([
    ["back", "Old again"],
    ["home", "Spring"],
    ["links", "Links again"],
    ["new", "New"],
  ]);
  const idOf = (list: typeof after, slug: string) => list.find(({ full_slug }) => full_slug === slug)?.id;
  expect([idOf(after, "back"), idOf(after, "links")]).toEqual([idOf(before, "old"), idOf(before, "links")]);
});

test("mistakes are said plainly", async () => {
  const dir = await makeSpace(FILES);
  const unknown = await runHere(["space", "--dir", dir, "--merge", "9"], { cwd: dir });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("It has 7 (Spring), 8 (Autumn).");
  expect((await runHere(["space", "--merge", "7"], { cwd: dir })).code).toBe(2);
  const broken = (files: object) => serveFiles({ ...FILES, ...files });
  await expect(broken({ "releases/7/stories/x.json": page({}, { replaces: "none" }) })).rejects.toThrow(
    'releases/7/stories/x.json: "replaces": there is no story "none".',
  );
  await expect(broken({ "releases/7/stories/links.json": page({}, { uuid: NEW_UUID }) })).rejects.toThrow(
    "is taken by",
  );
  await expect(broken({ "releases/7/release.json": {} })).rejects.toThrow('releases/7/release.json: "name"');
  await expect(broken({ "stories/x.json": page({}, { replaces: "old" }) })).rejects.toThrow(
    "only for stories of a release",
  );
});
