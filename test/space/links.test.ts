import { expect, test } from "vitest";
import { type ApiResult, api, MINIMAL, page, serve, serveFiles, serveOnce } from "./helpers.ts";

const service = serveOnce({
  "stories/home.json": page({}, { name: "Home", slug__i18n__de: "start" }),
  "stories/a/index.json": page({}, { name: "A", position: 3 }),
  "stories/a/b/c.json": page(),
  "stories/hidden.json": page({}, { published: false }),
});

const entries = (result: ApiResult) => Object.values(result.body.links as Record<string, Record<string, unknown>>);
const slugsOf = (result: ApiResult) => entries(result).map(({ slug }) => slug);

test("links is an object by uuid with folders, start pages and stories, without a cv", async () => {
  const result = await api(service(), "links");
  expect(Object.keys(result.body)).toEqual(["links"]);
  expect(slugsOf(result)).toEqual(["a", "a/b", "home", "a/", "a/b/c"]);
  for (const [uuid, link] of Object.entries(result.body.links)) expect(link).toMatchObject({ uuid });
  const [folder, inner, home, start, leaf] = entries(result);
  expect(folder).toMatchObject({ is_folder: true, parent_id: null, name: "A", is_startpage: false });
  expect(inner).toMatchObject({ is_folder: true, parent_id: folder?.id });
  expect(start).toMatchObject({
    is_folder: false,
    is_startpage: true,
    parent_id: folder?.id,
    position: 3,
    real_path: "/a/",
  });
  expect(leaf).toMatchObject({ parent_id: inner?.id, published: true });
  expect(home).toMatchObject({
    real_path: "/home",
    alternates: [{ path: "start", lang: "de", published: true, translated_slug: "start" }],
  });
  expect([result.headers.get("total"), result.headers.get("per-page")]).toEqual(["5", "25"]);
});

test("unpublished stories are in draft links", async () => {
  const draft = await api(service(), "links?version=draft");
  expect(entries(draft).find(({ slug }) => slug === "hidden")).toMatchObject({ published: false });
});

test("include_dates adds dates", async () => {
  const plain = entries(await api(service(), "links"))[2];
  expect(plain).not.toHaveProperty("published_at");
  const dated = entries(await api(service(), "links?include_dates=1"))[2];
  expect(Object.keys(dated ?? {})).toEqual(expect.arrayContaining(["published_at", "created_at", "updated_at"]));
});

test("starts_with, with_parent, by_uuid and pages select", async () => {
  const all = await api(service(), "links");
  expect(slugsOf(await api(service(), "links?starts_with=a/"))).toEqual(["a/b", "a/", "a/b/c"]);
  expect(slugsOf(await api(service(), "links?with_parent=0"))).toEqual(["a", "home"]);
  expect(slugsOf(await api(service(), `links?with_parent=${entries(all)[0]?.id}`))).toEqual(["a/b", "a/"]);
  expect(slugsOf(await api(service(), `links?by_uuid=${entries(all)[2]?.uuid}`))).toEqual(["home"]);
  const second = await api(service(), "links?per_page=2&page=2&paginated=1");
  expect(slugsOf(second)).toEqual(["home", "a/"]);
  expect((await api(service(), "links?per_page=5000")).headers.get("per-page")).toBe("1000");
});

test("one link by uuid", async () => {
  const home = entries(await api(service(), "links?starts_with=home"))[0];
  expect((await api(service(), `links/${home?.uuid}`)).body.link).toEqual(home);
  expect((await api(service(), "links/none")).status).toBe(404);
});

test("datasource entries: by dimension, with null where there is no value", async () => {
  const minimal = await serve({ dir: MINIMAL });
  const german = await api(minimal, "datasource_entries?datasource=labels&dimension=de");
  expect(german.body.datasource_entries).toEqual([
    { id: expect.any(Number), name: "we_are_hiring", value: "We are hiring", dimension_value: "Wir stellen ein" },
    { id: expect.any(Number), name: "contact", value: "Contact", dimension_value: "Kontakt" },
    { id: expect.any(Number), name: "address", value: "Lindenstrasse 1", dimension_value: null },
  ]);
  expect(german.body.cv).toBe(minimal.cv());
  expect([german.headers.get("total"), german.headers.get("per-page")]).toEqual(["3", "25"]);
  const plain = await api(minimal, "datasource_entries?datasource=labels&per_page=1&page=2");
  expect(plain.body.datasource_entries).toMatchObject([{ name: "contact", dimension_value: null }]);
  expect((await api(minimal, "datasource_entries?datasource=none")).status).toBe(404);
  expect((await api(minimal, "datasource_entries")).headers.get("total")).toBe("7");
});

test("datasources with their dimensions", async () => {
  const minimal = await serve({ dir: MINIMAL });
  const { body, headers } = await api(minimal, "datasources?search=label");
  expect(body.datasources).toMatchObject([
    { name: "Labels", slug: "labels", dimensions: [{ name: "de", entry_value: "de" }], created_at: expect.any(String) },
  ]);
  expect(body.cv).toBe(minimal.cv());
  expect(headers.get("total")).toBe("1");
  const id = body.datasources[0]?.id;
  expect((await api(minimal, `datasources/${id}`)).body.datasource).toMatchObject({ slug: "labels" });
  expect((await api(minimal, `datasources?by_ids=${id}`)).body.datasources).toHaveLength(1);
  expect((await api(minimal, `datasource_entries?datasource=${id}`)).headers.get("total")).toBe("3");
  expect((await api(minimal, "datasources/1")).status).toBe(404);
});

test("tags count the stories that carry them", async () => {
  const tagged = await serveFiles({
    "stories/a.json": page({}, { tags: ["x", "y"] }),
    "stories/b/c.json": page({}, { tags: ["x"] }),
    "stories/d.json": page({}, { tags: ["z"], published: false }),
  });
  expect((await api(tagged, "tags")).body).toEqual({
    tags: [
      { name: "x", taggings_count: 2 },
      { name: "y", taggings_count: 1 },
    ],
  });
  expect((await api(tagged, "tags?starts_with=b/")).body.tags).toEqual([{ name: "x", taggings_count: 1 }]);
  expect((await api(tagged, "tags?version=draft&all_tags=1")).body.tags).toHaveLength(3);
});
