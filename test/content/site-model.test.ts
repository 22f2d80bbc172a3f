/**
 * A site's map that follows random changes in random batches is the map of a new site with the same stories, and what it
 * says has moved is exactly what differs.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SiteStory, siteStory } from "../../src/content/map/model-entry.ts";
import type { MapRules, Site } from "../../src/content/map/site.ts";
import { buildSite, createSiteModel, type MovedSite } from "../../src/content/map/site-model.ts";
import type { StoryChange } from "../../src/content/map/site-stories.ts";
import { summarizeStory } from "../../src/content/map/story-summary.ts";
import type { RawStory, StoryEntry } from "../../src/site/api/model.ts";
import { byLanguage } from "../../src/site/by-language.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";
import { rawStory } from "../helpers/memory-space.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const rulesOf = (translation: "fields" | "folders"): MapRules =>
  resolveSite({
    languages: [{ code: "en" }, { code: "de" }, { code: "fr", prefix: "francais" }],
    translation,
    pageTypes: {
      page: {},
      post: { date: "date", category: { field: "category" }, listing: { block: "posts" } },
      job: { order: "position" },
    },
  });

/** Few, so that stories often claim the same path, one that is reserved, or one of a listing's pages. */
const SLUGS = [
  ...["home", "team", "blog/", "blog/a", "blog/b", "blog/page/2", "blog/categories/x", "blog/x/", "404.html", "a//b"],
  ...["de/home", "de/team", "de/blog/", "de/blog/a", "de/page/2", "francais/team", "fr/blog/a", "en/team", "en/home"],
];
const COMPONENTS = ["page", "post", "post", "post", "job", "note", "quote"];
const STORIES = 12;

/** What an editor decides of a story. */
interface Spec {
  slug: string;
  component: string;
  name: string;
  category: string;
  day: number;
  position: number;
  alternates: readonly number[];
  /** Posts a page of its listing; 0 if it has none. */
  perPage: number;
  featured: number;
  /** By language: another slug, no page there, or none of both. */
  translated: Readonly<Record<string, string | null>>;
  /** Languages in whose response the story is. */
  answers: readonly string[];
}

const spec: fc.Arbitrary<Spec> = fc.record({
  slug: fc.constantFrom(...SLUGS),
  component: fc.constantFrom(...COMPONENTS),
  name: fc.constantFrom("One", "Two"),
  category: fc.constantFrom("x", "y", "", "a/b"),
  day: fc.integer({ min: 1, max: 4 }),
  position: fc.integer({ min: 0, max: 3 }),
  alternates: fc.oneof(fc.constant([]), fc.array(fc.nat(STORIES - 1), { maxLength: 3 })),
  perPage: fc.constantFrom(0, 0, 1, 2),
  featured: fc.nat(STORIES * 2),
  translated: fc.dictionary(fc.constantFrom("de", "fr"), fc.constantFrom(null, "team", "mannschaft", "blog/a"), {
    maxKeys: 2,
  }),
  answers: fc.constantFrom(["en", "de", "fr"], ["en", "de", "fr"], ["en"], ["de"], ["en", "fr"]),
});
/** Sets a story, or parts of it, or removes it. */
const edit = fc.tuple(
  fc.nat(STORIES - 1),
  fc.oneof(
    { weight: 3, arbitrary: spec },
    {
      weight: 2,
      arbitrary: spec.chain((one) => fc.subarray(Object.entries(one), { maxLength: 2 })).map(Object.fromEntries),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
);
const batches = fc.array(fc.array(edit, { maxLength: 6 }), { minLength: 1, maxLength: 6 });
const SPEC: Spec = {
  ...{ slug: "team", component: "page", name: "One", category: "", day: 1, position: 0, alternates: [], perPage: 0 },
  ...{ featured: STORIES, translated: {}, answers: ["en", "de", "fr"] },
};

type World = ReadonlyMap<number, Spec>;

function edited(world: World, edits: readonly (readonly [number, Partial<Spec> | null])[]): World {
  const next = new Map(world);
  for (const [number, change] of edits) {
    if (change) next.set(number, { ...(next.get(number) ?? SPEC), ...change });
    else next.delete(number);
  }
  return next;
}

const uuidOf = (number: number) => `u${String(number).padStart(2, "0")}`;

/** A story as the service gives it in a language. */
function storyIn(responseLang: string, number: number, given: Spec): RawStory {
  const { slug, component, name, category, day, position, alternates, perPage, featured, translated } = given;
  const posts = perPage > 0 ? [{ component: "posts", per_page: String(perPage), featured: uuidOf(featured) }] : [];
  const own = Object.entries(translated).map(([lang, path]) => ({
    ...{ lang, path: path ?? slug, name: lang === "de" ? "Deutsch" : null },
    published: path === null ? false : null,
  }));
  const path = own.find(({ lang }) => lang === responseLang)?.path ?? slug;
  return rawStory({
    ...{ uuid: uuidOf(number), id: number + 1, name, position, translated_slugs: own },
    full_slug: responseLang === "en" ? slug : `${responseLang}/${path}`,
    default_full_slug: own.length > 0 ? slug : null,
    alternates: alternates.map((other) => ({ id: other + 1, full_slug: "", published: true })),
    content: { component, _uid: "", category, date: `2026-01-0${day} 10:00`, body: posts as never },
  });
}

/** All summaries, by language of the response and uuid. */
function summariesOf(world: World, rules: MapRules): Map<string, SiteStory> {
  const answers = rules.translation === "folders" ? ["en"] : rules.languages.map(({ code }) => code);
  const found = new Map<string, SiteStory>();
  for (const responseLang of answers)
    for (const [number, given] of [...world].sort(([a], [b]) => a - b)) {
      if (!given.answers.includes(responseLang)) continue;
      const summary = summarizeStory(storyIn(responseLang, number, given), rules);
      found.set(`${responseLang} ${summary.uuid}`, siteStory(responseLang, summary));
    }
  return found;
}

type Stories = ReadonlyMap<string, SiteStory>;

function changesBetween(before: Stories, now: Stories): StoryChange[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key): StoryChange[] => {
    const [old, next] = [before.get(key), now.get(key)];
    const { responseLang = "", uuid = "" } = next ?? old ?? {};
    return JSON.stringify(old) === JSON.stringify(next) ? [] : [{ responseLang, uuid, before: old, now: next }];
  });
}

/** A model whose stories are those that were set last, and one that goes on from what was stored of it. */
function openModel(rules: MapRules) {
  const rows = new Map<string, Map<string, string>>();
  const source = byLanguage(["en", "de", "fr"], () => new Map<string, SiteStory>());
  const kept = (kind: string) => {
    const own = rows.get(kind) ?? new Map<string, string>();
    rows.set(kind, own);
    return own;
  };
  const model = createSiteModel(rules, { source });
  return {
    site: model.site,
    apply(next: Stories, changes: readonly StoryChange[]): MovedSite {
      for (const own of Object.values(source)) own.clear();
      for (const story of next.values()) source[story.responseLang]?.set(story.uuid, story);
      const moved = model.apply(changes);
      for (const [kind, key, row] of model.changedRows()) {
        if (row === null) kept(kind).delete(key);
        else kept(kind).set(key, row);
      }
      return moved;
    },
    /** The site of a model that begins with the stored rows. */
    stored: () => createSiteModel(rules, { source, saved: kept }).site,
  };
}

const QUERIES = [
  { type: "post" },
  { type: "post", limit: 2, offset: 1 },
  { type: "post", category: "x" },
  { type: "post", startsWith: "blog/" },
  { type: "post", except: ["u01", "u02"], limit: 3 },
  { type: "page", depth: 1 },
  { type: "job" },
];

/** Everything that can be asked of a site, as plain data. */
function seen({ entries, byPath, routes, paths, lists, problems }: Site) {
  const codes = Object.keys(entries);
  return structuredClone({
    entries: byLanguage(codes, (lang) => [...(entries[lang] ?? [])].map(([uuid, one]) => [uuid, plain(one)] as const)),
    byType: byLanguage(codes, (lang) => {
      const types = new Set([...(entries[lang]?.values() ?? [])].map(({ component }) => component));
      return Object.fromEntries([...types].map((type) => [type, lists[lang]?.latest({ type }).map(plain)]));
    }),
    byPath: Object.fromEntries([...byPath].map(([path, one]) => [path, plain(one)])),
    routes,
    paths: [...paths].sort(),
    answers: byLanguage(codes, (lang) =>
      QUERIES.map((query) => [
        lists[lang]?.latest(query).map(({ uuid }) => uuid),
        lists[lang]?.total(query),
        lists[lang]?.counts(query, "category"),
        lists[lang]?.combinations(query, ["category", "date"]),
      ]),
    ),
    problems: problems.map((problem) => JSON.stringify(problem)).sort(),
  });
}
const plain = (entry: StoryEntry): StoryEntry => ({ ...entry, fields: entry.fields });
type Seen = ReturnType<typeof seen>;

/** What decides a story's place in lists. */
const placeOf = ({ uuid, slug, path, position, listed, firstPublishedAt }: StoryEntry) => [
  ...[uuid, slug, path, position, listed?.category, listed?.date || firstPublishedAt],
];

const texts = (values: Iterable<unknown>) => [...values].map((value) => JSON.stringify(value)).sort();
const without = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));

/** What differs between two sites, as `apply` tells it. */
function differences(before: Seen, now: Seen) {
  const codes = Object.keys(now.entries);
  const entries = codes.flatMap((lang) => {
    const [old, fresh] = [new Map(before.entries[lang]), new Map(now.entries[lang])];
    return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((uuid) => {
      const moved = { lang, uuid, before: old.get(uuid), now: fresh.get(uuid) };
      return JSON.stringify(moved.before) === JSON.stringify(moved.now) ? [] : [moved];
    });
  });
  const [oldRoutes, routes] = [texts(before.routes), texts(now.routes)];
  const types = byLanguage(codes, (lang) => {
    const [old = {}, fresh = {}] = [before.byType[lang], now.byType[lang]];
    const all = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
    const places = (list: readonly StoryEntry[] = []) => JSON.stringify(list.map(placeOf));
    return all.filter((type) => places(old[type]) !== places(fresh[type])).sort();
  });
  return { entries: texts(entries), added: without(routes, oldRoutes), removed: without(oldRoutes, routes), types };
}

function told({ entries, added, removed, types }: MovedSite) {
  return {
    entries: texts(
      entries.map(({ lang, uuid, before, now }) => ({
        ...{ lang, uuid },
        before: before && plain(before),
        now: now && plain(now),
      })),
    ),
    added: texts(added),
    removed: texts(removed),
    types: byLanguage(Object.keys(types), (lang) => [...(types[lang] ?? [])].sort()),
  };
}

/** A story below a listing's category has a listing itself: both have a page at one path, and one of them goes. */
const POST = { name: "One", category: "x", day: 1, position: 0, alternates: [], featured: 0, translated: {} };
const PAGES_OF_TWO_LISTINGS: [number, Spec][][] = [
  [
    [0, { ...POST, slug: "blog/categories/x", component: "page", perPage: 1, answers: ["en", "de", "fr"] }],
    [2, { ...POST, slug: "home", component: "post", perPage: 0, answers: ["en", "de", "fr"] }],
  ],
  [[1, { ...POST, slug: "blog/", component: "post", perPage: 1, answers: ["en", "de", "fr"] }]],
  [[0, { ...POST, slug: "home", component: "page", perPage: 0, answers: ["en", "fr"] }]],
];

/** A page stays as it is while another response becomes the one that it is made from. */
const HOME = { ...POST, slug: "home", component: "page", perPage: 0, answers: ["en", "de", "fr"] };
const SAME_PAGE_OF_ANOTHER_RESPONSE: [number, Partial<Spec>][][] = [
  [[11, HOME]],
  [[11, { answers: ["de"] }]],
  [[11, { slug: "de/home", answers: ["en", "fr"] }]],
  [],
];

describe.each(["fields", "folders"] as const)("with %s for each language", (translation) => {
  const rules = rulesOf(translation);
  const newSite = (world: World) => {
    const all = [...summariesOf(world, rules).values()];
    return buildSite(
      byLanguage(["en", "de", "fr"], (lang) => all.flatMap((one) => (one.responseLang === lang ? [one.summary] : []))),
      rules,
    );
  };

  test("a site that follows changes is as a new one, and tells what differs", () => {
    fc.assert(
      fc.property(batches, (given) => {
        const model = openModel(rules);
        let world: World = new Map();
        let before = seen(model.site);
        for (const edits of given) {
          const next = edited(world, edits);
          const stories = summariesOf(next, rules);
          const moved = model.apply(stories, changesBetween(summariesOf(world, rules), stories));
          const now = seen(model.site);
          expect(seen(model.stored())).toEqual(now);
          expect(now).toEqual(seen(newSite(next)));
          expect(told(moved)).toEqual(differences(before, now));
          [world, before] = [next, now];
        }
      }),
      { numRuns: propertyRuns(2_000), examples: [[PAGES_OF_TWO_LISTINGS], [SAME_PAGE_OF_ANOTHER_RESPONSE]] },
    );
  });

  test("the order in which stories come does not matter", () => {
    const worlds = fc.array(edit, { minLength: 1, maxLength: 20 }).map((edits) => edited(new Map(), edits));
    fc.assert(
      fc.property(worlds, fc.infiniteStream(fc.nat()), (world, numbers) => {
        const stories = summariesOf(world, rules);
        const shuffled = changesBetween(new Map(), stories)
          .map((one) => [numbers.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        const model = openModel(rules);
        model.apply(stories, shuffled);
        expect(seen(model.site)).toEqual(seen(newSite(world)));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test("changes that are taken back, and none, tell nothing", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 15 }), fc.array(edit, { maxLength: 4 }), (first, then) => {
        const world = edited(new Map(), first);
        const model = openModel(rules);
        const all = summariesOf(world, rules);
        model.apply(all, changesBetween(new Map(), all));
        const before = seen(model.site);
        const nothing = { entries: [], added: [], removed: [], types: { en: [], de: [], fr: [] } };
        expect(told(model.apply(all, []))).toEqual(nothing);
        const again = [...all.values()].map((one) => ({
          responseLang: one.responseLang,
          uuid: one.uuid,
          before: one,
          now: one,
        }));
        expect(told(model.apply(all, again))).toEqual(nothing);
        const other = summariesOf(edited(world, then), rules);
        const there = told(model.apply(other, changesBetween(all, other)));
        const back = told(model.apply(all, changesBetween(other, all)));
        expect(seen(model.site)).toEqual(before);
        expect([back.added, back.removed]).toEqual([there.removed, there.added]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
