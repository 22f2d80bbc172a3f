import { expect, test } from "vitest";
import { api, type Files, page, serveFiles, serveOnce, slugs } from "./helpers.ts";

const FILES: Files = {
  "stories/home.json": page({
    body: [
      { component: "Teaser", posts: [{ $story: "a" }, { $story: "b" }, { $story: "hidden" }, "no-such-uuid"] },
      { component: "Other", posts: [{ $story: "c" }], link: { $link: "c" } },
      { component: "Text", text: { $md: "[x](story:d)" }, link: { $link: "https://example.com" } },
    ],
  }),
  "stories/a.json": page({ body: [{ component: "Teaser", posts: { $story: "c" }, link: { $link: "b" } }] }),
  "stories/b.json": page({}, { slug__i18n__de: "bb" }),
  "stories/c.json": page({ headline: "C", headline__i18n__de: "C auf Deutsch" }),
  "stories/d.json": page({}, { path: "real/path" }),
  "stories/hidden.json": page({}, { published: false }),
};

const service = serveOnce(FILES);
const names = (stories: { full_slug: string }[]) => stories.map(({ full_slug }) => full_slug);

test("relations come flat in rels, the uuid stays in place, unpublished ones are left out", async () => {
  const { body } = await api(service(), "stories/home?resolve_relations=Teaser.posts");
  expect(names(body.rels)).toEqual(["a", "b"]);
  expect(JSON.stringify(body.story.content)).toContain(`"posts":["${body.rels[0]?.uuid}"`);
  expect(body.links).toEqual([]);
});

test("a second level follows the relations of the relations", async () => {
  const one = await api(service(), "stories/home?resolve_relations=Teaser.posts,Other.posts");
  expect(names(one.body.rels)).toEqual(["a", "b", "c"]);
  const two = await api(service(), "stories/home?resolve_relations=Teaser.posts&resolve_level=2");
  expect(names(two.body.rels)).toEqual(["a", "b", "c"]);
  expect((await api(service(), "stories/home?resolve_relations=")).body.rels).toEqual([]);
});

test("relations are in the language that was asked for, and draft shows hidden ones", async () => {
  const german = await api(service(), "stories/home?resolve_relations=Other.posts&language=de");
  expect(german.body.rels).toMatchObject([{ full_slug: "de/c", lang: "de", content: { headline: "C auf Deutsch" } }]);
  const draft = await api(service(), "stories/home?resolve_relations=Teaser.posts&version=draft");
  expect(names(draft.body.rels)).toEqual(["a", "b", "hidden"]);
});

test("a list gathers the relations of its page", async () => {
  const { body } = await api(service(), "stories?by_slugs=home,a&resolve_relations=Teaser.posts");
  expect(names(body.rels)).toEqual(["c", "a", "b"]);
});

test("resolve_links: whole stories, url entries or link objects, rich text included", async () => {
  const stories = await api(service(), "stories/home?resolve_links=story");
  expect(slugs({ ...stories, body: { ...stories.body, stories: stories.body.links } })).toEqual(["c", "d"]);
  expect(stories.body.links[0]).toHaveProperty("content");
  const urls = await api(service(), "stories/home?resolve_links=url&language=de");
  expect(urls.body.links[1]).toEqual({
    id: expect.any(Number),
    uuid: expect.any(String),
    name: "D",
    slug: "d",
    full_slug: "de/d",
    url: "de/d",
    path: "real/path",
  });
  const links = await api(service(), "stories/home?resolve_links=link");
  expect(links.body.links[1]).toMatchObject({ slug: "d", is_folder: false, real_path: "/real/path", published: true });
  expect((await api(service(), "stories/home?resolve_links=0")).body.links).toEqual([]);
});

test("links of relations are resolved on the second level only", async () => {
  const query = "stories/home?resolve_links=url&resolve_relations=Teaser.posts";
  expect(names((await api(service(), query)).body.links)).toEqual(["c", "d"]);
  expect(names((await api(service(), `${query}&resolve_links_level=2`)).body.links)).toEqual(["c", "d", "b"]);
});

test("above the limits uuids stand in for objects", async () => {
  const small = await serveFiles(FILES, { limits: { relations: 1, links: 1 } });
  const { body } = await api(small, "stories/home?resolve_relations=Teaser.posts&resolve_links=url");
  expect(body).not.toHaveProperty("rels");
  expect(body).not.toHaveProperty("links");
  expect(body.rel_uuids).toHaveLength(2);
  expect(body.link_uuids).toHaveLength(2);
  const chunk = await api(small, `stories?by_uuids=${body.rel_uuids.join(",")}&per_page=50`);
  expect(slugs(chunk)).toEqual(["a", "b"]);
});

test("exactly at the limit objects are answered", async () => {
  const small = await serveFiles(FILES, { limits: { relations: 2, links: 2 } });
  const { body } = await api(small, "stories/home?resolve_relations=Teaser.posts&resolve_links=url");
  expect([body.rels.length, body.links.length]).toEqual([2, 2]);
});
