import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { api, MINIMAL, makeSpace, page, serve, serveFiles, slugs } from "./helpers.ts";

test("publish changes a story in memory: newer dates, higher cv, no file touched", async () => {
  const dir = await makeSpace({ "stories/a.json": page({ headline: "1" }, { slug__i18n__de: "aa", tags: ["t"] }) });
  const service = await serve({ dir });
  const before = (await api(service, "stories/a")).body;
  service.publish("a", (story) => {
    story.content.headline = "2";
    story.name = "New name";
  });
  const after = (await api(service, "stories/a")).body;
  expect(after.cv).toBeGreaterThan(before.cv);
  expect(String(after.story.published_at) > String(before.story.published_at)).toBe(true);
  const { published_at: _p, updated_at: _u, ...rest } = before.story;
  expect(after.story).toMatchObject({ ...rest, name: "New name", content: { ...rest.content, headline: "2" } });
  expect((await readdir(dir)).sort()).toEqual(["space.json", "stories"]);
});

test("publish makes a story that was not there, with shorthands", async () => {
  const service = await serveFiles({ "stories/a.json": page() });
  service.publish("b/c", (story) => {
    story.content = { component: "Page", link: { $link: "a" } };
  });
  const a = (await api(service, "stories/a")).body.story;
  expect((await api(service, "stories/b/c")).body.story.content.link).toMatchObject({ id: a.uuid });
  service.publish("b/", () => {});
  expect((await api(service, "stories/b")).body.story).toMatchObject({ full_slug: "b/", is_startpage: true });
});

test("two publishes at one moment have different dates and versions", async () => {
  const service = await serveFiles(
    { "stories/a.json": page(), "stories/b.json": page() },
    { now: () => 1_800_000_000_000 },
  );
  service.publish("a", () => {});
  const first = service.cv();
  service.publish("b", () => {});
  expect([first, service.cv()]).toEqual([1_800_000_000, 1_800_000_001]);
  const [a, b] = (await api(service, "stories?sort_by=slug:asc")).body.stories;
  expect(a?.published_at).not.toBe(b?.published_at);
});

test("languages, translations and drafts survive a publish", async () => {
  const service = await serveFiles({
    "stories/a.json": page({}, { languages: ["en"], slug__i18n__de: "aa" }),
    "stories/de/b.json": page({}, { alternate_of: "a" }),
    "stories/c.json": page({}, { languages: ["de"] }),
  });
  for (const slug of ["a", "de/b", "c"]) service.publish(slug, () => {});
  const a = (await api(service, "stories/a")).body.story;
  expect(a.translated_slugs).toMatchObject([{ path: "aa", published: false }]);
  expect(a.alternates).toMatchObject([{ full_slug: "de/b" }]);
  expect((await api(service, "stories/c")).status).toBe(404);
  expect((await api(service, "stories/c?language=de")).status).toBe(200);
});

test("unpublish takes a story out of published answers; publishing brings it back", async () => {
  const service = await serveFiles({ "stories/a.json": page(), "stories/b.json": page() });
  const before = service.cv();
  service.unpublish("a");
  expect(service.cv()).toBeGreaterThan(before);
  expect(slugs(await api(service, "stories"))).toEqual(["b"]);
  expect((await api(service, "stories/a?version=draft")).body.story.published_at).toBeNull();
  service.publish("a", () => {});
  expect(slugs(await api(service, "stories"))).toEqual(["a", "b"]);
});

test("remove takes it away, in drafts too; a story that is not there is an error", async () => {
  const service = await serveFiles({ "stories/a.json": page(), "stories/b.json": page() });
  service.remove("a");
  expect(slugs(await api(service, "stories?version=draft"))).toEqual(["b"]);
  expect(() => service.remove("a")).toThrow('The space has no story "a".');
});

test("rename keeps the uuid; a start page takes what lies below along", async () => {
  const service = await serveFiles({
    "stories/a/index.json": page({}, { slug__i18n__de: "alt" }),
    "stories/a/b.json": page(),
    "stories/c.json": page({ link: { $link: "a/b" } }),
  });
  const before = (await api(service, "stories/a/b")).body.story;
  service.rename("a", "x/y", { de: "neu" });
  expect(slugs(await api(service, "stories"))).toEqual(["c", "x/y/", "x/y/b"]);
  expect((await api(service, "stories/x/y/b")).body.story.uuid).toBe(before.uuid);
  expect((await api(service, "stories/x/y?language=de")).body.story.full_slug).toBe("de/neu/");
  expect((await api(service, "stories/c")).body.story.content.link).toMatchObject({
    id: before.uuid,
    cached_url: "a/b",
  });
});

test("a saved draft shows in draft answers only and leaves the version", async () => {
  const service = await serveFiles({ "stories/a.json": page({ headline: "1" }) });
  const before = service.cv();
  service.saveDraft("a", (story) => {
    story.content.headline = "2";
  });
  service.saveDraft("new", () => {});
  expect(service.cv()).toBe(before);
  const content = async (query: string) => (await api(service, `stories/a${query}`)).body.story.content.headline;
  expect([await content(""), await content("?version=draft")]).toEqual(["1", "2"]);
  expect([
    (await api(service, "stories/new")).status,
    (await api(service, "stories/new?version=draft")).status,
  ]).toEqual([404, 200]);
});

test("setDatasource and setGlobal", async () => {
  const service = await serve({ dir: MINIMAL });
  service.setDatasource("labels", [{ name: "a", value: "b", de: "c" }]);
  expect(
    (await api(service, "datasource_entries?datasource=labels&dimension=de")).body.datasource_entries,
  ).toMatchObject([{ name: "a", value: "b", dimension_value: "c" }]);
  service.setGlobal((story) => {
    story.content.linkedin = "new";
  });
  expect((await api(service, "stories/global")).body.story.content.linkedin).toBe("new");
});
