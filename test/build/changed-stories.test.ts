/** Which publishes need no full build: those that change nothing that all pages share, and no path that is in doubt. */
import { expect, test } from "vitest";
import { changedSite } from "../../src/build/changes/changed-stories.ts";
import { FullBuildNeeded } from "../../src/build/changes/full-build-needed.ts";
import { selectionKey } from "../../src/build/changes/list-queries.ts";
import { orderRows } from "../../src/build/changes/story-order.ts";
import type { RawStory } from "../../src/content/model.ts";
import { notPages } from "../../src/content/site.ts";
import { summarizeStory } from "../../src/content/story-summary.ts";
import type { PullResult } from "../../src/fetch/pull-types.ts";
import type { StoryChanges } from "../../src/fetch/sync/compare-records.ts";
import { KEYS, type Row } from "../../src/incremental/store/rows.ts";
import { definition } from "../helpers/definition.ts";
import { inGerman, memorySpace, rawStory } from "../helpers/memory-space.ts";
import { storedPage, storeOf } from "./changes-fixture.ts";

const content = (fields: object = {}) => ({ component: "Insights", _uid: "i", ...fields });
const story = (given: Partial<RawStory> = {}) =>
  rawStory({ full_slug: "insights/a", uuid: "a", content: content(), ...given });

/** What a build stored of a story in both languages. */
function rowsOf(before: RawStory): Row[] {
  return [before, inGerman(before)].flatMap((one, at): Row[] => {
    const [lang, summary] = [at === 0 ? "en" : "de", summarizeStory(one, definition)];
    return [
      [KEYS.story(lang, before.uuid), summary],
      [KEYS.entry(lang, before.uuid), { twins: {} }],
    ];
  });
}

/** How many stories each language has. */
const STORIES = { en: 9, de: 9 };
const LISTING = { type: "Insights", startsWith: "insights/", perPage: 1, featured: "" };

interface Given {
  before?: RawStory[];
  rows?: Row[];
  changes?: Partial<StoryChanges>;
  pulled?: Partial<PullResult>;
}

/** What a publish of these stories is, after a build of `before`. */
function publish(now: RawStory[], { before = [story()], rows = [], changes = {}, pulled = {} }: Given = {}) {
  const stories = { published: now.map(({ uuid }) => uuid), renamed: [], removed: [], ...changes };
  const result: PullResult = {
    ...{ problems: [], spaceLanguages: null, requests: { total: 0, retried: 0 }, moved: true, snapshot: "s" },
    ...{ since: null, renames: [], restUnchanged: null, staleForMs: null, ms: 0 },
    space: { ...memorySpace(now), close: () => undefined },
    changed: { stories: { en: stories, de: stories }, datasources: false, global: false },
    ...pulled,
  };
  const ofSite: Row[] = [
    [KEYS.head, { problems: [], stories: STORIES }],
    [KEYS.numbered, 3],
  ];
  const store = storeOf([...ofSite, ...before.flatMap(rowsOf), ...rows]);
  try {
    return changedSite(result, { store, definition });
  } catch (error) {
    if (error instanceof FullBuildNeeded) return null;
    throw error;
  }
}

test("each published story is there in every language, as it was and as it is", () => {
  const other = story({ uuid: "b", full_slug: "insights/b" });
  const titled = story({ content: content({ teaser_title: "New" }) });
  const both = publish([titled, other], { before: [story(), other] });
  const titles = both?.entries.map(({ before, now }) => [
    now.path,
    before.fields.teaser_title,
    now.fields.teaser_title,
  ]);
  expect(titles).toEqual([
    ["/insights/a/", undefined, "New"],
    ["/insights/b/", undefined, undefined],
    ["/de/insights/a/", undefined, "New"],
    ["/de/insights/b/", undefined, undefined],
  ]);
  expect(both?.stories.map(({ answer, uuid, now }) => [answer, uuid, now?.fields.teaser_title])).toEqual([
    ["en", "a", "New"],
    ["en", "b", undefined],
    ["de", "a", "New"],
    ["de", "b", undefined],
  ]);
});

test("what all pages share needs a full build", () => {
  const stories = { en: { published: ["a"], renamed: [], removed: [] } };
  const changed = { stories, datasources: false, global: false };
  expect(publish([story()], { pulled: { changed } })?.stories).toHaveLength(1);
  expect(publish([story()], { pulled: { changed: { ...changed, datasources: true } } })).toBeNull();
  expect(publish([story()], { pulled: { changed: { ...changed, global: true } } })).toBeNull();
});

test("no story and more than fifty are left to a full build", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => story({ uuid: `u${at}`, full_slug: `insights/${at}` }));
  expect(publish([], { before: [] })).toBeNull();
  // A story counts once in each language.
  expect(publish(many(25), { before: many(25) })?.stories).toHaveLength(50);
  expect(publish(many(26), { before: many(26) })).toBeNull();
});

test("a new story gets a page in each language, with a number and its translation", () => {
  const site = publish([story()], { before: [], rows: [[KEYS.numbered, 4]] });
  expect(site?.came.map(({ path, twins }) => [path, twins])).toEqual([
    ["/insights/a/", { de: "/de/insights/a/" }],
    ["/de/insights/a/", { en: "/insights/a/" }],
  ]);
  expect(site?.came.map(({ path }) => site.page(path)?.number)).toEqual([4, 5]);
  expect(site?.entry("de", "a")?.twins).toEqual({ en: "/insights/a/" });
  expect([site?.entries, site?.gone, site?.site.paths.has("/insights/a/")]).toEqual([[], [], true]);
});

test("a removed story loses its pages, and one that is removed in one language changes the other", () => {
  const stored: Row[] = [[KEYS.page("/insights/a/"), storedPage()]];
  const gone = publish([], { changes: { removed: ["a"] }, rows: stored });
  expect(gone?.gone.map(({ path }) => path)).toEqual(["/insights/a/", "/de/insights/a/"]);
  expect([gone?.entry("en", "a"), gone?.page("/insights/a/"), gone?.site.paths.has("/insights/a/")]).toEqual([
    ...[undefined, undefined, false],
  ]);
  const twin: Row[] = [[KEYS.entry("en", "a"), { twins: { de: "/de/insights/a/" } }]];
  const none = { published: [], renamed: [], removed: [] };
  const stories = { en: none, de: { ...none, removed: ["a"] } };
  const changed = { stories, datasources: false, global: false };
  const german = publish([], { pulled: { changed }, rows: twin });
  expect(german?.gone.map(({ path }) => path)).toEqual(["/de/insights/a/"]);
  expect(german?.entries.map(({ before, now }) => [before.twins, now.twins])).toEqual([
    [{ de: "/de/insights/a/" }, {}],
  ]);
});

test("a story that comes or goes is left to a full build where more than its pages and what asked for it changes", () => {
  const listing = { body: [{ component: "BlogOverview", _uid: "o", per_page: "3" }] };
  const refused: [given: Partial<RawStory>, row?: Row, beforeItGoes?: Row][] = [
    [{ full_slug: "home" }],
    [{ full_slug: "insights/page/2" }],
    [{ content: content(listing) }],
    [{}, [KEYS.listed("en", "Insights", ""), [[selectionKey({ type: "Insights" }), []]]]],
    [{}, [KEYS.listings("en", "Insights", "insights/"), [["unknown", LISTING]]]],
    [{}, [KEYS.disputed, ["/de/insights/a/"]]],
    [{ full_slug: "a" }, [KEYS.head, { problems: [{ code: "SITE_MISFIT" }], stories: STORIES }]],
    [
      {},
      [KEYS.head, { problems: [], stories: { en: 9, de: 0 } }],
      [KEYS.head, { problems: [], stories: { en: 9, de: 1 } }],
    ],
  ];
  for (const [given, row, beforeItGoes = row] of refused) {
    const rows = (own?: Row) => (own ? [own] : []);
    expect([given, publish([story(given)], { before: [], rows: rows(row) })]).toEqual([given, null]);
    const removed = { before: [story(given)], changes: { removed: ["a"] }, rows: rows(beforeItGoes) };
    expect([given, publish([], removed)]).toEqual([given, null]);
  }
  const taken: Row[] = [[KEYS.page("/de/insights/a/"), storedPage({ uuid: "b" })]];
  expect(publish([story()], { before: [], rows: taken })).toBeNull();
  expect(publish([story(), story({ uuid: "b" })], { before: [] })).toBeNull();
  // Published according to the service, but not in its answer; removed, but never stored.
  expect(publish([], { changes: { published: ["a"] } })).toBeNull();
  expect(publish([], { before: [], changes: { removed: ["a"] } })).toBeNull();
});

test("of stories that are no pages the first three are named, and fewer are left when one goes or becomes a page", () => {
  const names = ["people/one", "insights/a", "people/two", "de/insights/a"];
  const quote = {
    severity: "error",
    code: "CONTENT_UNUSABLE_SLUG",
    message: "",
    story: "",
    path: "",
    hint: "",
  } as const;
  const head = [KEYS.head, { problems: [...notPages("Unknown", names, definition), quote], stories: STORIES }] as const;
  const rows = [head, [KEYS.strangers("Unknown"), names]] as const;
  const before = [story({ content: { component: "Unknown", _uid: "u" } })];
  const noPage: Row[] = ["en", "de"].map((lang) => [KEYS.entry(lang, "a"), undefined]);
  const left = [quote, ...notPages("Unknown", ["people/one", "people/two"], definition)];
  const now = [KEYS.strangers("Unknown"), ["people/one", "people/two"]];
  const gone = publish([], { before, changes: { removed: ["a"] }, rows: [...rows, ...noPage] });
  expect(gone?.strangers).toEqual({ problems: left, rows: [now] });
  const page = publish([story()], { before, rows: [...rows, ...noPage] });
  expect([page?.strangers.problems, page?.came.length]).toEqual([left, 2]);
  const edited = publish([story({ name: "Edited", ...before[0] })], { before, rows: [...rows, ...noPage] });
  expect(edited?.strangers.rows).toEqual([]);
  const misfit = [KEYS.head, { problems: [{ ...quote, code: "SITE_MISFIT" }], stories: STORIES }] as const;
  const goes = (of: RawStory[], more: Row[]) =>
    publish([], { before: of, changes: { removed: ["a"] }, rows: [...more, ...noPage, misfit] });
  expect(goes(before, [...rows])?.strangers.rows).toEqual([now]);
  // What is missing is said with the names of the root's stories.
  const inRoot = story({ full_slug: "note", content: { component: "Note", _uid: "u" } });
  expect(goes([inRoot], [[KEYS.strangers("Note"), ["note", "de/note"]]])).toBeNull();
});

test("a story without a page because its slug allows none is left to a full build, which says so", () => {
  const rows: Row[] = ["en", "de"].map((lang) => [KEYS.entry(lang, "a"), undefined]);
  expect(publish([], { changes: { removed: ["a"] }, rows })).toBeNull();
});

test("a story that has no page in a language is left out there", () => {
  const rows: Row[] = [[KEYS.entry("de", "a"), undefined]];
  expect(publish([story()], { rows })?.entries.map(({ now }) => now.lang)).toEqual(["en"]);
});

test("a renamed story's pages go at the old paths and come at the new ones, and its own translations know it", () => {
  const site = publish([story({ full_slug: "insights/b" })]);
  const paths = (routes: readonly { path: string }[] = []) => routes.map(({ path }) => path);
  expect(paths(site?.changedRoutes.removed)).toEqual(["/insights/a/", "/de/insights/a/"]);
  expect(paths(site?.changedRoutes.added)).toEqual(["/insights/b/", "/de/insights/b/"]);
  expect([site?.came, site?.gone]).toEqual([[], []]);
  expect(site?.entries.map(({ before, now }) => [before.path, now.path, now.twins])).toEqual([
    ["/insights/a/", "/insights/b/", { de: "/de/insights/b/" }],
    ["/de/insights/a/", "/de/insights/b/", { en: "/insights/b/" }],
  ]);
  expect(["/insights/a/", "/insights/b/"].map((path) => site?.page(path)?.uuid)).toEqual([undefined, "a"]);
});

test("a path that is taken and a listing's path are left to a full build, one that a story leaves is free for another", () => {
  const [a, b] = ["a", "b"].map((name) => story({ uuid: name, full_slug: `insights/${name}` }));
  const before = [a, b].filter((one) => one !== undefined);
  const renamed = (uuid: string, to: string, body?: object[]) =>
    story({ uuid, full_slug: `insights/${to}`, content: content(body && { body }) });
  const taken: Row[] = [[KEYS.page("/insights/c/"), storedPage()]];
  expect(publish([renamed("a", "c"), renamed("b", "d")], { before })?.changedRoutes.added).toHaveLength(4);
  const swapped = publish([renamed("a", "b"), renamed("b", "a")], { before });
  expect(swapped?.page("/insights/a/")?.uuid).toBe("b");
  expect(publish([renamed("a", "b"), renamed("b", "c")], { before })?.page("/insights/b/")?.uuid).toBe("a");
  expect(publish([renamed("a", "c"), renamed("b", "c")], { before })).toBeNull();
  expect(publish([renamed("a", "c")], { before, rows: taken })).toBeNull();
  expect(publish([renamed("a", "page/2")], { before })).toBeNull();
  const listing = [{ component: "BlogOverview", _uid: "o", per_page: "3" }];
  const listed = story({ content: content({ body: listing }) });
  expect(publish([renamed("a", "c", listing)], { before: [listed] })).toBeNull();
});

test("another id or type, the first linked alternate of a site and another listing are left to a full build", () => {
  const listing = { body: [{ component: "BlogOverview", _uid: "o", per_page: "3" }] };
  const moved: Partial<RawStory>[] = [
    { id: 7 },
    { alternates: [{ id: 2, full_slug: "de/a", published: true }] },
    { content: { ...content(), component: "Page" } },
    { content: content(listing) },
  ];
  for (const given of moved) expect([given, publish([story(given)])]).toEqual([given, null]);
});

test("another category, date or counted field moves lists; a field that nothing counts does not, and indexing is no list", () => {
  const query = { type: "Insights" };
  const counted = `counts:${JSON.stringify([query, "author"])}`;
  const latest = `latest:${JSON.stringify({ ...query, category: "team" })}`;
  const ofTeam = selectionKey({ ...query, category: "team" });
  const rows: Row[] = [
    [KEYS.countedBy("en", "Insights"), ["author"]],
    [
      KEYS.listed("en", "Insights", ""),
      [
        [selectionKey(query), [counted]],
        [ofTeam, [latest]],
      ],
    ],
    [KEYS.answer("en", counted), [[[""], 2]]],
    ...orderRows("en", selectionKey(query), ["a"]),
    ...orderRows("en", ofTeam, []),
  ];
  const answers = (fields: object) => {
    const site = publish([story({ content: content(fields) })], { rows });
    const { affected, answers } = site?.changedLists ?? { affected: [], answers: new Map<string, unknown>() };
    return affected.map(([lang, one]) => [lang, one, answers.get(KEYS.answer(lang, one))]);
  };
  expect(answers({ category: "team" })).toEqual([["en", latest, undefined]]);
  const team = publish([story({ content: content({ category: "team" }) })], { rows });
  expect(team?.lists("en").uuids({ ...query, category: "team" })).toEqual(["a"]);
  const byAuthor = [
    [[""], 1],
    [["Elif"], 1],
  ];
  expect(answers({ author: "Elif" })).toEqual([["en", counted, byAuthor]]);
  expect(answers({ date: "2024-01-05 10:00", teaser_title: "Not listed" })).toEqual([]);
  const unordered: Row[] = [[KEYS.listed("en", "Insights", "insights/"), [[selectionKey(query), []]]]];
  expect(publish([story({ content: content({ date: "2024-01-05 10:00" }) })], { rows: unordered })).toBeNull();
  const noindex = definition.pageTypes.Insights?.head.noindex ?? "";
  expect(publish([story({ content: content({ [noindex]: true }) })])).toBeNull();
  expect(publish([story({ content: content({ [noindex]: false }) })])).not.toBeNull();
});
