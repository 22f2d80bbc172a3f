import { describe, expect, test } from "vitest";
import { buildSite } from "../../src/content/map/site-model.ts";
import type { RawStory } from "../../src/site/api/model.ts";
import { definition } from "../helpers/definition.ts";
import { memorySummaries, rawStory } from "../helpers/memory-space.ts";

const pathsOf = (stories: RawStory[]) =>
  buildSite(memorySummaries(stories), definition).routes.map((route) => route.path);
const german = (path: string, published: boolean | null = true) => [{ lang: "de", path, name: "Deutsch", published }];
const post = (slug: string, category: string, date: string) =>
  rawStory({ full_slug: `insights/${slug}`, content: { component: "Insights", _uid: slug, category, date } });

describe("routes", () => {
  test("every story has a page in both languages, the home story at the root", () => {
    expect(pathsOf([rawStory({ full_slug: "home" }), rawStory({ full_slug: "team" })])).toEqual([
      "/",
      "/de/",
      "/de/team/",
      "/team/",
    ]);
  });

  test("translated slugs, also without names; a folder's start page keeps its one slash", () => {
    const team = rawStory({
      full_slug: "company/",
      default_full_slug: "company/",
      translated_slugs: [{ lang: "de", path: "unternehmen/", name: null, published: null }],
    });
    expect(pathsOf([team])).toEqual(["/company/", "/de/unternehmen/"]);
  });

  test("the home story is the home page of each language, also where its slug is translated", () => {
    const home = rawStory({ full_slug: "home", default_full_slug: "home", translated_slugs: german("startseite") });
    expect(pathsOf([home])).toEqual(["/", "/de/"]);
  });

  test("a language whose translation is unpublished has no page", () => {
    const press = rawStory({
      full_slug: "press",
      default_full_slug: "press",
      translated_slugs: german("presse", false),
    });
    expect(pathsOf([press])).toEqual(["/press/"]);
  });

  test("folder-level translation: stories below de/ are German, tied to their translation by alternates", () => {
    const english = rawStory({
      full_slug: "team",
      uuid: "a",
      alternates: [{ id: 2, full_slug: "de/mannschaft", published: true }],
    });
    const translation = rawStory({ full_slug: "de/mannschaft", uuid: "b", id: 2 });
    const alone = rawStory({ full_slug: "de/foerderung", uuid: "c", id: 3 });
    const site = buildSite(memorySummaries([english, translation, alone]), definition);
    expect(site.routes.map((route) => route.path)).toEqual(["/de/foerderung/", "/de/mannschaft/", "/team/"]);
    expect(site.entries.en?.get("a")?.translations).toEqual({ de: "/de/mannschaft/" });
    expect(site.entries.de?.get("b")?.translations).toEqual({ en: "/team/" });
    expect(site.entries.de?.get("c")?.translations).toEqual({});
  });

  test("of several alternates in a language the first that a story lists is its translation, and after it those that list it", () => {
    const listed = (...ids: number[]) => ids.map((id) => ({ id, full_slug: "a/former/slug", published: true }));
    const stories = [
      rawStory({ full_slug: "both", uuid: "d", id: 1, alternates: listed(9, 1, 4, 3) }),
      rawStory({ full_slug: "none", uuid: "c", id: 2 }),
      rawStory({ full_slug: "de/eins", uuid: "b", id: 3, alternates: listed(2) }),
      rawStory({ full_slug: "de/zwei", uuid: "a", id: 4, alternates: listed(2) }),
    ];
    const { entries } = buildSite(memorySummaries(stories), definition);
    expect(["d", "c"].map((uuid) => entries.en?.get(uuid)?.translations)).toEqual([
      { de: "/de/zwei/" },
      { de: "/de/zwei/" },
    ]);
    expect(["b", "a"].map((uuid) => entries.de?.get(uuid)?.translations)).toEqual([{ en: "/none/" }, { en: "/none/" }]);
  });

  test("a story that is no page type and a taken path are reported and have no page", () => {
    const settings = rawStory({ full_slug: "settings", content: { component: "Settings", _uid: "s" } });
    const first = rawStory({ full_slug: "team", uuid: "a" });
    const second = rawStory({ full_slug: "team/", uuid: "b" });
    const site = buildSite(memorySummaries([settings, first, second]), definition);
    expect(site.routes.map((route) => route.path)).toEqual(["/de/team/", "/team/"]);
    expect(site.problems.map((problem) => [problem.code, problem.story])).toEqual([
      ["CONTENT_DUPLICATE_PATH", "team/"],
      ["CONTENT_DUPLICATE_PATH", "de/team/"],
      ["CONTENT_NOT_A_PAGE", "settings"],
      ["CONTENT_NOT_A_PAGE", "de/settings"],
    ]);
  });
});

describe("listing routes", () => {
  const overview = (fields: Record<string, unknown>) =>
    rawStory({
      full_slug: "insights/",
      content: { component: "Page", _uid: "i", body: [{ component: "BlogOverview", _uid: "o", ...fields }] },
    });
  const posts = [
    post("a", "mlops", "2025-01-05 10:00"),
    post("b", "team", "2025-01-04 10:00"),
    post("c", "team", "2025-01-03 10:00"),
    post("d", "team", "2025-01-02 10:00"),
    post("e", "a/b", "2025-01-01 10:00"),
  ];
  const listing = (stories: RawStory[]) =>
    pathsOf(stories).filter((path) => /^\/insights\/(page|categories)/.test(path));

  test("pages and categories, in the sizes the editor set; a category that is no path segment has none", () => {
    expect(listing([overview({ per_page: "2" }), ...posts])).toEqual([
      "/insights/categories/mlops/",
      "/insights/categories/team/",
      "/insights/categories/team/page/2/",
      "/insights/page/2/",
      "/insights/page/3/",
    ]);
  });

  test("the featured post stands above the list and not in it", () => {
    const featured = overview({ per_page: "2", featured: posts[0]?.uuid });
    expect(listing([featured, ...posts])).not.toContain("/insights/page/3/");
  });

  test("starts_with limits the list to a folder", () => {
    expect(listing([overview({ per_page: "2", starts_with: "news/" }), ...posts])).toEqual([]);
  });

  test("a story that lies where a list has its second page keeps the path, and is named", () => {
    const taken = rawStory({ full_slug: "insights/page/2" });
    const { routes, problems } = buildSite(memorySummaries([overview({ per_page: "2" }), taken, ...posts]), definition);
    const paths = routes.map(({ path }) => path);
    expect(paths).toHaveLength(new Set(paths).size);
    expect(routes.find(({ path }) => path === "/insights/page/2/")).toMatchObject({ uuid: taken.uuid, listing: null });
    expect(paths).toContain("/insights/page/3/");
    expect(problems.map(({ code, story, message }) => `${code} ${story} ${message.slice(0, 40)}`)).toEqual([
      expect.stringMatching(/^CONTENT_DUPLICATE_PATH insights\/page\/2 The path \/insights\/page\/2\//),
      expect.stringMatching(/^CONTENT_DUPLICATE_PATH insights\/page\/2 The path \/de\/insights\/page\/2\//),
    ]);
  });

  test("both languages have them", () => {
    expect(pathsOf([overview({ per_page: "2" }), ...posts])).toContain("/de/insights/categories/team/page/2/");
  });
});

test("entries of one type come newest first and in one fixed order", () => {
  const site = buildSite(
    memorySummaries([
      post("old", "x", "2024-01-01 08:00"),
      post("new", "x", "2025-01-01 08:00"),
      post("also-old", "x", "2024-01-01 08:00"),
    ]),
    definition,
  );
  expect(site.lists.en?.latest({ type: "Insights" }).map((entry) => entry.name)).toEqual([
    "insights/new",
    "insights/also-old",
    "insights/old",
  ]);
});
