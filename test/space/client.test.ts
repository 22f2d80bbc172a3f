import StoryblokClient from "storyblok-js-client";
import { expect, test } from "vitest";
import type { SpaceServiceOptions } from "../../bench/space/service/start-space-service.ts";
import { syntheticSpace } from "../../bench/space/synthetic.ts";
import { MINIMAL, page, serve, serveFiles } from "./helpers.ts";

/** The client keeps caches by token for the whole process, so each test has a token of its own. */
let tokens = 0;
const ownTokens = () => ({ token: `public-${++tokens}`, previewToken: `preview-${tokens}` });

async function clientFor(options: SpaceServiceOptions) {
  const service = await serve({ ...options, ...ownTokens() });
  const client = new StoryblokClient({ accessToken: service.token, endpoint: service.endpoint });
  return { service, client };
}

test("get finds a story, and the redirect is followed unseen", async () => {
  const { service, client } = await clientFor({ dir: MINIMAL });
  const { data } = await client.get("cdn/stories/home", { language: "de" });
  expect(data.story.content.meta_title).toBe("Kleinster Space");
  expect(data.cv).toBe(service.cv());
  expect(service.log.map(({ status }) => status)).toEqual([301, 200]);
  await client.get("cdn/stories/company/about");
  expect(service.log.at(-1)).toMatchObject({ status: 200, query: { cv: String(service.cv()) } });
});

test("the start-up requests of the product work as they are written", async () => {
  const { service, client } = await clientFor({ dir: MINIMAL });
  const { data } = await client.get("cdn/spaces/me");
  expect(data.space.version).toBe(service.cv());
  const cv = data.space.version;
  const global = await client.get("cdn/stories/global/", {
    version: "published",
    resolve_relations: "",
    resolve_links: "url",
    cv,
    language: "de",
  });
  expect(global.data.story.content.cookie_settings).toBe("Cookie-Einstellungen");
  expect(global.data.story.content.main_nav[0].link.story).toMatchObject({ full_slug: "de/unternehmen/ueber-uns" });
  const labels = await client.get("cdn/datasource_entries", {
    datasource: "labels",
    dimension: "de",
    per_page: 100,
    cv,
  });
  expect(labels.data.datasource_entries[0]).toMatchObject({
    name: "we_are_hiring",
    dimension_value: "Wir stellen ein",
  });
});

test("getAll walks all pages of stories, links and datasource entries", async () => {
  const space = syntheticSpace({ stories: 130 });
  const { client } = await clientFor({ space });
  const stories = await client.getAll("cdn/stories", { per_page: 50 });
  expect(new Set(stories.map((story: { uuid: string }) => story.uuid)).size).toBe(130);
  expect(await client.getAll("cdn/links", { per_page: 100 } as object)).toHaveLength(131);
  expect(await client.getAll("cdn/datasource_entries", { datasource: "labels", per_page: 1 } as object)).toHaveLength(
    2,
  );
});

test("relations and links are put in place by the client", async () => {
  const { client } = await clientFor({ dir: MINIMAL });
  const { data } = await client.getStory("home", { resolve_relations: "BlogTeaser.posts", resolve_links: "url" });
  const [hero, teaser] = data.story.content.body ?? [];
  expect(teaser.posts[0]).toMatchObject({ full_slug: "insights/first-post", content: { author: "Mira Okafor" } });
  expect(hero.links[0].link.story).toMatchObject({ full_slug: "insights/first-post" });
});

test("rel_uuids and link_uuids are fetched by the client in chunks of 50", async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => `p${String(index).padStart(2, "0")}`);
  const files = Object.fromEntries(numbers.map((slug) => [`stories/${slug}.json`, page()]));
  const posts = numbers.map((slug) => ({ $story: slug }));
  const service = await serveFiles(
    { ...files, "stories/x.json": page({ body: [{ component: "T", posts }] }) },
    ownTokens(),
  );
  const client = new StoryblokClient({ accessToken: service.token, endpoint: service.endpoint });
  const { data } = await client.getStory("x", { resolve_relations: "T.posts" });
  expect(data.story.content.body?.[0].posts.map((story: { slug: string }) => story.slug)).toEqual(numbers);
  expect(service.log.filter(({ query, status }) => query.by_uuids && status === 200)).toHaveLength(2);
});

test("429 is tried again until it passes, 401 and 404 are told with their status", async () => {
  const { service, client } = await clientFor({ dir: MINIMAL });
  service.faults.push({ kind: "429-json", times: 2 });
  expect((await client.get("cdn/stories/home")).data.story.slug).toBe("home");
  await expect(client.get("cdn/stories/none")).rejects.toMatchObject({ status: 404 });
  const stranger = new StoryblokClient({ accessToken: "stranger", endpoint: service.endpoint });
  await expect(stranger.get("cdn/stories")).rejects.toMatchObject({ status: 401 });
});

test("drafts come with the preview token", async () => {
  const { service } = await clientFor({ dir: MINIMAL });
  const client = new StoryblokClient({ accessToken: service.previewToken, endpoint: service.endpoint });
  const { data } = await client.get("cdn/stories/home", { version: "draft" });
  expect(data.story.content._editable).toMatch(/^<!--#storyblok#/);
});
