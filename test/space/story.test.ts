import { expect, test } from "vitest";
import { api, MINIMAL, page, serve, serveFiles } from "./helpers.ts";

test("a story has the keys of real answers, in their order", async () => {
  const service = await serve({ dir: MINIMAL });
  const { body, status } = await api(service, "stories/company/about", { token: service.token });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["story", "cv", "rels", "links"]);
  expect(Object.keys(body.story)).toEqual(
    "name,created_at,published_at,updated_at,id,uuid,content,slug,full_slug,sort_by_date,position,tag_list,is_startpage,parent_id,meta_data,group_id,first_published_at,release_id,lang,path,alternates,default_full_slug,translated_slugs".split(
      ",",
    ),
  );
  expect(body.story).toMatchObject({
    name: "About us",
    slug: "about",
    full_slug: "company/about",
    default_full_slug: "company/about",
    lang: "default",
    tag_list: ["company"],
    is_startpage: false,
    first_published_at: "2025-02-03T09:00:00.000Z",
    translated_slugs: [{ path: "unternehmen/ueber-uns", name: "Über uns", lang: "de", published: true }],
    alternates: [],
  });
  expect(body.cv).toBe(service.cv());
  expect(JSON.stringify(body)).not.toMatch(/__i18n__|_editable/);
});

test("slug, trailing slash, id, uuid and translated path lead to the same story", async () => {
  const service = await serve({ dir: MINIMAL });
  const { story } = (await api(service, "stories/insights/first-post")).body;
  const keys = [
    "insights/first-post/",
    String(story.id),
    `${story.uuid}?find_by=uuid`,
    "de/insights/first-post",
    "de/wissen/erster-beitrag",
  ];
  for (const key of keys) expect((await api(service, `stories/${key}`)).body.story.uuid).toBe(story.uuid);
  expect((await api(service, `stories/${story.uuid}`)).status).toBe(404);
  expect((await api(service, "stories/de/wissen/erster-beitrag")).body.story.lang).toBe("de");
});

test("an unknown story is 404 with a list", async () => {
  const service = await serve({ dir: MINIMAL });
  for (const key of ["stories/none", "stories/99", "stories/%E0%A4%A", "nothing"]) {
    const result = await api(service, key);
    expect([result.status, result.text]).toEqual([404, '["This record could not be found"]']);
  }
});

test("a folder's start page has a trailing slash and the folder as parent", async () => {
  const service = await serve({ dir: MINIMAL });
  const start = (await api(service, "stories/insights")).body.story;
  const post = (await api(service, "stories/insights/first-post")).body.story;
  expect(start).toMatchObject({ full_slug: "insights/", slug: "insights", is_startpage: true });
  expect(start.parent_id).toBe(post.parent_id);
  expect((await api(service, "stories/home")).body.story.parent_id).toBe(0);
});

test("in another language values are translated, keys removed, the slug prefixed", async () => {
  const service = await serve({ dir: MINIMAL });
  const { story } = (await api(service, "stories/insights?language=de")).body;
  expect(story).toMatchObject({ lang: "de", full_slug: "de/wissen/", slug: "wissen", default_full_slug: "insights/" });
  expect(story.content).toMatchObject({ meta_title: "Wissen", body: [{ headline: "Wissen", per_page: "6" }] });
  const german = await api(service, "stories/home?language=de");
  expect(german.text).not.toContain("__i18n__");
  expect(german.body.story.content.og_image).toMatchObject({ alt: "Ein Quadrat", meta_data: { alt: "Ein Quadrat" } });
  expect((await api(service, "stories/home?language=fr")).body.story.lang).toBe("default");
});

const LANGUAGES = {
  name: "L",
  id: 1,
  version: 1,
  languages: ["de", "de_at", "fr"],
  token: "public",
  previewToken: "preview",
};

test("an untranslated field falls back; an empty translation wins over the fallback", async () => {
  const body = [
    {
      component: "A",
      a: "en",
      b: "en",
      b__i18n__de: "de",
      c: "en",
      c__i18n__de: "de",
      c__i18n__de_at: "",
      d__i18n__de: "only",
    },
  ];
  const service = await serveFiles({ "space.json": LANGUAGES, "stories/x.json": page({ body }) });
  const fields = async (query: string) => {
    const { story } = (await api(service, `stories/x?${query}`)).body;
    const [{ _uid, component, ...values }] = story.content.body as [Record<string, unknown>];
    return values;
  };
  expect(await fields("")).toEqual({ a: "en", b: "en", c: "en" });
  expect(await fields("language=de")).toEqual({ a: "en", b: "de", c: "de", d: "only" });
  expect(await fields("language=de_at")).toEqual({ a: "en", b: "en", c: "" });
  expect(await fields("language=de-at&fallback_lang=de")).toEqual({ a: "en", b: "de", c: "", d: "only" });
});

test("translated_slugs has every other language, with published as far as it is known", async () => {
  const service = await serveFiles({
    "space.json": LANGUAGES,
    "stories/x.json": page({}, { slug__i18n__de: "y/z", name__i18n__de: "Z", languages: ["en", "de"] }),
    "stories/plain.json": page(),
    "stories/only-de.json": page({}, { languages: ["de"] }),
  });
  const slugsOf = async (key: string) => (await api(service, `stories/${key}`)).body.story.translated_slugs;
  expect(await slugsOf("x")).toEqual([
    { path: "y/z", name: "Z", lang: "de", published: true },
    { path: "x", name: null, lang: "de_at", published: false },
    { path: "x", name: null, lang: "fr", published: false },
  ]);
  expect(await slugsOf("plain")).toMatchObject([{ path: "plain", published: null }, {}, {}]);
  expect((await api(service, "stories/only-de", { token: "public" })).status).toBe(404);
  expect((await api(service, "stories/only-de?language=de", { token: "public" })).status).toBe(200);
});

test("a space with one language has neither translated slugs nor a default slug", async () => {
  const service = await serveFiles({ "space.json": { ...LANGUAGES, languages: [] }, "stories/x.json": page() });
  expect((await api(service, "stories/x")).body.story).toMatchObject({ translated_slugs: [], default_full_slug: null });
});

test("folder-level translations list each other as alternates and share a group", async () => {
  const service = await serveFiles({
    "stories/a.json": page({}, { name: "A" }),
    "stories/de/b.json": page({}, { name: "B", alternate_of: "a" }),
  });
  const a = (await api(service, "stories/a")).body.story;
  const b = (await api(service, "stories/de/b")).body.story;
  expect(a.group_id).toBe(b.group_id);
  expect(a.alternates).toEqual([
    { id: b.id, name: "B", slug: "b", published: true, full_slug: "de/b", is_folder: false, parent_id: b.parent_id },
  ]);
  expect(b.alternates).toMatchObject([{ id: a.id, full_slug: "a" }]);
  expect((await api(service, "stories/de/b?language=de")).body.story.full_slug).toBe("de/de/b");
});

test("draft answers carry _editable on every block, nested and embedded ones too", async () => {
  const text = { $md: ['```block\n{"component": "Inner", "items": [{"component": "Deep"}]}\n```'] };
  const table = { thead: [{ component: "_table_head", _uid: "h", value: "x" }], fieldtype: "table" };
  const service = await serveFiles({ "stories/x.json": page({ body: [{ component: "Outer", text, table }] }) });
  const draft = await api(service, "stories/x?version=draft");
  const { story } = draft.body;
  const marks = [...draft.text.matchAll(/"_editable":"<!--#storyblok#(\{.*?\})-->"/g)].map((match) =>
    JSON.parse(JSON.parse(`"${match[1]}"`)),
  );
  expect(marks.map(({ name }) => name).sort()).toEqual(["Deep", "Inner", "Outer", "Page", "_table_head"]);
  expect(marks.every(({ space, id, uid }) => space === "4711" && id === String(story.id) && uid)).toBe(true);
  expect(draft.headers.get("cache-control")).toBe("max-age=0, private, must-revalidate");
  expect(draft.headers.get("x-ratelimit-policy")).toBe('"space-concurrent-requests";q=30');
  expect(draft.headers.get("x-ratelimit")).toBe('"space-concurrent-requests";r=29');
  expect((await api(service, "stories/x")).text).not.toContain("_editable");
});

test("unpublished stories and unpublished changes are in draft answers only", async () => {
  const service = await serveFiles({
    "stories/x.json": page({ headline: "old" }, { draft: { component: "Page", headline: "new" } }),
    "stories/y.json": page({}, { published: false }),
  });
  expect((await api(service, "stories/x")).body.story.content.headline).toBe("old");
  expect((await api(service, "stories/x?version=draft")).body.story.content.headline).toBe("new");
  expect((await api(service, "stories/y")).status).toBe(404);
  const y = await api(service, "stories/y?version=draft");
  expect(y.body.story).toMatchObject({ published_at: null, first_published_at: null });
  expect((await api(service, "stories")).body.stories).toHaveLength(1);
  expect((await api(service, "stories?version=draft")).body.stories).toHaveLength(2);
});

test("excluding_fields and excluding_story_fields leave out what may be left out", async () => {
  const service = await serve({ dir: MINIMAL });
  const { story } = (
    await api(service, "stories/home?excluding_fields=body,component&excluding_story_fields=path,uuid,alternates")
  ).body;
  expect(Object.keys(story.content)).toEqual(["_uid", "component", "meta_title", "meta_description", "og_image"]);
  expect(story).not.toHaveProperty("path");
  expect(story).not.toHaveProperty("alternates");
  expect(story).toHaveProperty("uuid");
});
