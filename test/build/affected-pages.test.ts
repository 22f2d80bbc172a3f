/** Which pages a publish of a few stories may change: their own, and those that use a changed value. */
import { expect, test } from "vitest";
import { affectedPages } from "../../src/build/changes/affected-pages.ts";
import type { ChangedEntry, ChangedSite } from "../../src/build/changes/changed-stories.ts";
import { FullBuildNeeded } from "../../src/build/changes/full-build-needed.ts";
import { selectionKey } from "../../src/build/changes/list-queries.ts";
import { maxCheckedPages } from "../../src/build/changes/save-site.ts";
import { storedLists } from "../../src/build/changes/stored-lists.ts";
import { pathRows } from "../../src/build/changes/stored-paths.ts";
import { orderRows } from "../../src/build/changes/story-order.ts";
import type { RawStory, StoryEntry } from "../../src/content/model.ts";
import { KEYS, type Row } from "../../src/incremental/store/rows.ts";
import { definition } from "../helpers/definition.ts";
import { rawStory } from "../helpers/memory-space.ts";
import { entryOf, storeOf } from "./changes-fixture.ts";

const TEAM = { full_slug: "team", uuid: "t" };
const PATHS = ["/team/", "/links/", "/names/", "/elsewhere/", "/card/", "/list/", "/home-image/", "/de/names/"];
const number = (path: string) => PATHS.indexOf(path);
const SELECTION = selectionKey({ type: "Page" });
const LIST = `latest:${JSON.stringify({ type: "Page", limit: 2 })}` as const;
const ROWS: Row[] = [
  ...pathRows(KEYS.paths, PATHS),
  [KEYS.numbered, PATHS.length],
  [KEYS.users("en", "link:t"), [number("/links/")]],
  [KEYS.users("en", "elsewhere:t"), [number("/list/")]],
  [KEYS.users("de", "elsewhere:t"), [number("/elsewhere/")]],
  [KEYS.users("en", "name:/team/"), [number("/names/")]],
  [KEYS.users("de", "name:/team/"), [number("/de/names/")]],
  [KEYS.users("en", "card:t"), [number("/card/")]],
  [KEYS.listed("en", "Page", ""), [[SELECTION, [LIST, `latest:${JSON.stringify({ type: "Page", limit: 1 })}`]]]],
  ...orderRows("en", SELECTION, ["other", "t"]),
  [KEYS.users("en", LIST), [number("/list/")]],
  [KEYS.users("en", "homeImage:"), [number("/home-image/")]],
];

function change(before: Partial<RawStory>, now: Partial<RawStory>): ChangedEntry {
  const entry = (given: Partial<RawStory>) => entryOf(rawStory({ ...TEAM, ...given }));
  return { before: entry(before), now: entry(now) };
}
/** Other pages show another card of it. */
const shown = () => change({ position: 1 }, { position: 2 });
const same = () => change({}, {});

/** A card has a story's position. */
const sources = { cardOf: ({ position }: StoryEntry): unknown => ({ position }) };
const PAGES = 800;
/** A site with the given changes; a story's own pages are at `paths`. */
const site = (
  changes: Partial<Pick<ChangedSite, "entries" | "came" | "gone" | "changedRoutes">>,
  { rows, paths = ["/team/"] }: { rows: Row[]; paths?: string[] },
) => ({
  ...{ entries: [], came: [], gone: [], changedRoutes: { added: [], removed: [] } },
  changedLists: { orders: new Map(), answers: new Map(), affected: [] },
  routes: () => paths.map((path) => ({ path, lang: "en", uuid: "t", listing: null })),
  lists: (lang: string) => {
    const entry = (uuid: string) => entryOf(rawStory({ uuid, full_slug: uuid }));
    return storedLists({ store: storeOf(rows), definition, lang, entry });
  },
  ...changes,
});
const affected = (entries: ChangedEntry[], rows = ROWS, context = { definition, sources }, paths?: string[]) =>
  affectedPages(site({ entries }, { rows, ...(paths && { paths }) }), {
    store: storeOf(rows),
    head: { pages: PAGES },
    context,
  });

test("a changed text affects the story's own pages, those of its listing included", () => {
  expect(affected([same()])).toEqual(["/team/"]);
  const listing = ["/team/", "/team/page/2/"];
  expect(affected([same()], [], undefined, listing)).toEqual(listing);
});

test("a new name affects links, breadcrumbs in every language, links from other languages, cards and lists", () => {
  const renamed = change({ name: "Team" }, { name: "People" });
  const paths = ["/card/", "/de/names/", "/elsewhere/", "/links/", "/list/", "/names/", "/team/"];
  expect(affected([renamed])).toEqual(paths);
});

test("what other pages show of it affects cards and the lists that include it", () => {
  expect(affected([shown()])).toEqual(["/card/", "/list/", "/team/"]);
  const unlisted: Row[] = [...ROWS, ...orderRows("en", SELECTION, ["another", "other", "t"])];
  expect(affected([shown()], unlisted)).toEqual(["/card/", "/team/"]);
});

test("the picture of the home page is also that of pages without one; any other page's is its own", () => {
  const picture = (filename: string) => ({
    content: { component: "Page", _uid: "p", meta_title: filename, og_image: { filename } },
  });
  const moved = (full_slug: string) => change({ full_slug, ...picture("a.jpg") }, { full_slug, ...picture("b.jpg") });
  const teaser = { content: { component: "Page", _uid: "p", teaser_text: "Text" } };
  expect(affected([moved("home")])).toEqual(["/home-image/", "/team/"]);
  expect(affected([moved("team")])).toEqual(["/team/"]);
  expect(affected([change({ full_slug: "home" }, { full_slug: "home", ...teaser })])).toEqual(["/team/"]);
});

test("a home page that gets or loses its picture affects the same pages", () => {
  const home = (fields: object): Partial<RawStory> => ({
    full_slug: "home",
    content: { component: "Page", _uid: "p", ...fields },
  });
  const [without, withOne] = [home({}), home({ og_image: { filename: "a.jpg" } })];
  expect(affected([change(without, withOne)])).toEqual(["/home-image/", "/team/"]);
  expect(affected([change(withOne, without)])).toEqual(["/home-image/", "/team/"]);
});

test("a dependency with too many pages, a page that was not stored, a card that fails and too many pages need a full build", () => {
  const users = (value: unknown) =>
    ROWS.map((row): Row => (row[0] === KEYS.users("en", "card:t") ? [row[0], value] : row));
  expect(() => affected([shown()], users(null))).toThrow(FullBuildNeeded);
  expect(() => affected([shown()], users([PATHS.length]))).toThrow(FullBuildNeeded);
  const cardOf = () => {
    throw new Error("A card that fails");
  };
  const failing = { definition, sources: { cardOf } };
  expect(() => affected([same()], ROWS, failing)).toThrow(FullBuildNeeded);
  const listing = (count: number) => Array.from({ length: count }, (_, at) => `/team/page/${at}/`);
  const most = maxCheckedPages(PAGES);
  expect(affected([same()], ROWS, undefined, listing(most))).toHaveLength(most);
  expect(() => affected([same()], ROWS, undefined, listing(most + 1))).toThrow(FullBuildNeeded);
});

test("a story that gets a page affects those that asked for it or its path; one that loses it the same without its own", () => {
  const entry = entryOf(rawStory(TEAM));
  const asking = ["/card/", "/de/names/", "/elsewhere/", "/links/", "/live/", "/names/"];
  const rows: Row[] = [
    ...ROWS,
    ...pathRows(KEYS.paths, [...PATHS, "/live/"]),
    [KEYS.numbered, PATHS.length + 1],
    [KEYS.users("de", "live:/team/"), [PATHS.length]],
    [KEYS.users("en", "link:t"), [number("/links/"), number("/team/")]],
  ];
  const input = { store: storeOf(rows), head: { pages: PAGES }, context: { definition, sources } };
  const routes = [{ path: "/team/", lang: "en", uuid: "t", listing: null }];
  const came = site({ came: [entry], changedRoutes: { added: routes, removed: [] } }, { rows });
  expect(affectedPages(came, input)).toEqual([...asking, "/team/"]);
  const gone = site({ gone: [entry], changedRoutes: { added: [], removed: routes } }, { rows });
  expect(affectedPages(gone, input)).toEqual(asking);
});
