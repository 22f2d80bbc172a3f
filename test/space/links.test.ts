import { expect, test } from "vitest";
import { type ApiResult, api, MINIMAL, page, serve, serveOnce } from "./helpers.ts";

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

test("pages, of a thousand at most", async () => {
  const second = await api(service(), "links?per_page=2&page=2&paginated=1");
  expect(slugsOf(second)).toEqual(["home", "a/"]);
  expect((await api(service(), "links?per_page=5000")).headers.get("per-page")).toBe("1000");
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
  const { body, headers } = await api(minimal, "datasources");
  const labels = body.datasources.find(({ slug }) => slug === "labels");
  expect(labels).toMatchObject({ name: "Labels", dimensions: [{ name: "de", entry_value: "de" }] });
  expect(body.cv).toBe(minimal.cv());
  expect(headers.get("total")).toBe(String(body.datasources.length));
  expect((await api(minimal, `datasource_entries?datasource=${labels?.id}`)).headers.get("total")).toBe("3");
});
