/**
 * A site's map as a value that follows its stories: `apply` takes those that came, changed or went, and returns what
 * moved. A new site is an empty one to which all stories are applied; what it then knows is stored as rows of text, from
 * which it goes on. Pure.
 */
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { createEntryPlaces } from "./entry-places.ts";
import { placeOf, translationsOf } from "./link-translations.ts";
import { createListingPages } from "./listing-pages.ts";
import type { Lang, StoryEntry } from "./model.ts";
import { type ModelEntry, type MovedEntry, siteStory } from "./model-entry.ts";
import { createModelLists } from "./model-lists.ts";
import { createMoves, type Moves } from "./moves.ts";
import { compareText } from "./rules/compare-text.ts";
import type { MapRules, Route, Site, StorySummaries } from "./site.ts";
import { createSiteStories, type StoryChange, type StorySource } from "./site-stories.ts";
import type { CountWork } from "./work-counter.ts";

/** What differs after stories were applied. */
export interface MovedSite {
  entries: MovedEntry[];
  /** Pages that came and went, those of listings included. A path that another story took over is in both. */
  added: Route[];
  removed: Route[];
  /** Page types, by language, whose lists have other stories or another order. */
  types: ByLanguage<ReadonlySet<string>>;
}

export interface SiteModel {
  /** The site as it is now; the next `apply` changes it. */
  readonly site: Site;
  /** The source has the stories as they are after these changes. */
  apply(changes: Iterable<StoryChange>): MovedSite;
  /** What differs from the rows that were given or returned last; null for rows that are gone. */
  changedRows(): [kind: string, key: string, row: string | null][];
}

/** Kinds of rows: places of stories, and listings; their keys are language and uuid. */
const PLACE = "place";
const LISTING = "listing";

/** `saved` has the rows of a model of the stories that the source has, by kind; without them it is empty. */
export function createSiteModel(
  rules: MapRules,
  { source, saved, count }: { source: StorySource; saved?: SavedRows; count?: CountWork | undefined },
): SiteModel {
  const codes = rules.languages.map(({ code }) => code);
  const stories = createSiteStories(rules, source, saved !== undefined);
  const places = createEntryPlaces(rules);
  const entries = byLanguage(codes, () => new Map<string, ModelEntry>());
  const byPath = new Map<string, ModelEntry>();
  const byType = byLanguage(codes, () => new Map<string, ModelEntry[]>());
  const lists = createModelLists({ rules, entries, byType, count });
  const listings = createListingPages({
    pageTypes: rules.pageTypes,
    lists: lists.of,
    entry: (lang, uuid) => forLanguage(entries, lang).get(uuid),
    settingsOf: (lang, uuid) => stories.pageIn(lang, uuid)?.summary.listing ?? null,
    storyAt: (path) => byPath.get(path),
  });
  const paths = new Set<string>();
  const site: Site = { entries, byType, byPath, routes: [], paths, lists: lists.of, problems: [] };
  const homes = new Map(rules.languages.map(({ code, home }) => [code, home]));
  const atPlace = (lang: Lang, place: string) => {
    const found = byPath.get(`${homes.get(lang)}${place}`);
    return found?.lang === lang ? found : undefined;
  };

  /** Lets each path have the story that it belongs to. */
  const replaceEntries = (uuids: Iterable<string>, moves: Moves): void => {
    const touched = new Set<string>();
    for (const uuid of uuids)
      for (const lang of codes)
        for (const path of places.replace({ lang, uuid, story: stories.pageIn(lang, uuid) })) touched.add(path);
    for (const path of touched) {
      const [before, now] = [byPath.get(path), places.at(path)];
      if (before === now) continue;
      if (before) moves.went(before);
      if (now) moves.came(now);
    }
    moves.each(({ before }) => before && byPath.delete(before.path));
    moves.each(({ lang, uuid, now }) => {
      if (now) byPath.set(now.path, now);
      if (now) forLanguage(entries, lang).set(uuid, now);
      else forLanguage(entries, lang).delete(uuid);
    });
  };

  /** The stories whose translations follow from these: those up to two links away, and those at the same place. */
  const translatedWith = (uuids: ReadonlySet<string>, moves: Moves): Set<string> => {
    const linked = stories.linkedWith(uuids);
    const found = new Set([...uuids, ...linked, ...stories.linkedWith(linked)]);
    if (rules.translation !== "folders") return found;
    moves.each(({ before, now }) => {
      for (const entry of [before, now])
        for (const lang of entry ? codes : []) {
          const other = entry && atPlace(lang, placeOf(entry, rules));
          if (other) found.add(other.uuid);
        }
    });
    return found;
  };

  const linkTranslations = (uuids: Iterable<string>, moves: Moves): void => {
    const sources = {
      rules,
      alternates: stories.alternates,
      entry: (lang: Lang, uuid: string) => forLanguage(entries, lang).get(uuid),
      atPlace,
    };
    for (const uuid of uuids)
      for (const lang of codes) {
        const entry = forLanguage(entries, lang).get(uuid);
        if (!entry) continue;
        const translations = translationsOf(entry, sources);
        if (sameTranslations(translations, entry.translations)) continue;
        if (!moves.isNew(entry)) moves.went(entry);
        const next = entry.withTranslations(translations);
        moves.came(next);
        put(next);
      }
  };

  const put = (entry: ModelEntry): void => {
    places.put(entry);
    byPath.set(entry.path, entry);
    forLanguage(entries, entry.lang).set(entry.uuid, entry);
  };

  /** Where nothing of an entry differs the former object stays, so that nobody takes it for another one. */
  const reallyMoved = (moves: Moves): MovedEntry[] =>
    moves.all().filter(({ before, now }) => {
      if (!before || !now || !before.equals(now)) return before !== now;
      put(before);
      return false;
    });

  /** The order of a language's entries follows from their folders and uuids; stories that came are last until then. */
  const sortEntriesOf = (moved: readonly MovedEntry[]): void => {
    const placed = moved.filter(({ before, now }) => now && before?.slug !== now.slug);
    for (const lang of new Set(placed.map((one) => one.lang))) sortEntriesIn(lang);
  };
  const sortEntriesIn = (lang: Lang): void => {
    const own = forLanguage(entries, lang);
    const ranked = [...own.values()].map((entry) => ({ entry, rank: places.rankOf(entry) }));
    ranked.sort((a, b) => compareText(a.rank, b.rank));
    own.clear();
    for (const { entry } of ranked) own.set(entry.uuid, entry);
  };

  const ownRoute = ({ path, lang, uuid }: StoryEntry): Route => ({
    path,
    lang,
    uuid,
    listing: listings.has(lang, uuid) ? { page: 1, category: "" } : null,
  });

  const replaceRoutes = (removed: readonly Route[], added: readonly Route[]): void => {
    const gone = new Set(removed.map(({ path }) => path));
    for (const path of gone) paths.delete(path);
    for (const { path } of added) paths.add(path);
    if (removed.length + added.length === 0) return;
    const left = gone.size === 0 ? site.routes : site.routes.filter(({ path }) => !gone.has(path));
    site.routes = [...left, ...added].sort(inOrder);
  };

  /** Stories whose rows may differ from those that are stored, by language. */
  let touched: { lang: Lang; uuid: string }[] = [];
  const findProblems = () => {
    site.problems = [...places.problems(), ...listings.problems()];
  };
  if (saved) {
    for (const [lang, uuid, row] of rowsOf(saved(PLACE))) places.read({ lang, uuid, row, source });
    for (const entry of places.owners()) {
      byPath.set(entry.path, entry);
      forLanguage(entries, entry.lang).set(entry.uuid, entry);
    }
    for (const lang of codes) sortEntriesIn(lang);
    lists.replaceAll();
    for (const [lang, uuid, row] of rowsOf(saved(LISTING))) listings.read({ lang, uuid, row });
    replaceRoutes([], [...[...places.owners()].map(ownRoute), ...listings.routes()]);
    findProblems();
  }

  return {
    site,
    changedRows() {
      const all = new Map(touched.map(({ lang, uuid }) => [`${lang} ${uuid}`, { lang, uuid }]));
      touched = [];
      return [...all].flatMap(([key, { lang, uuid }]) => [
        [PLACE, key, places.row(lang, uuid)],
        [LISTING, key, listings.row(lang, uuid)],
      ]);
    },
    apply(changes) {
      const moves = createMoves();
      const given = [...changes];
      const concerned = stories.replace(given);
      replaceEntries(concerned, moves);
      moves.each(({ uuid }) => concerned.add(uuid));
      linkTranslations(translatedWith(concerned, moves), moves);
      const moved = reallyMoved(moves);
      for (const { uuid } of moved) concerned.add(uuid);
      sortEntriesOf(moved);
      const types = lists.replace(moved);
      const stayed = [...concerned].flatMap((uuid) => codes.map((lang) => ({ lang, uuid })));
      const hadListing = new Set(stayed.filter(({ lang, uuid }) => listings.has(lang, uuid)).map(keyOf));
      const pages = listings.replace({
        stories: stayed,
        types,
        paths: new Set(moved.flatMap(({ before, now }) => [before, now].flatMap((entry) => entry?.path ?? []))),
      });
      const own = ownRoutes(stayed, { moved, hadListing, ownRoute, entries });
      const [removed, added] = [
        [...own.removed, ...pages.removed],
        [...own.added, ...pages.added],
      ];
      replaceRoutes(removed, added);
      findProblems();
      touched.push(...stayed, ...pages.touched);
      return { entries: moved, added, removed, types };
    },
  };
}

/** The own pages of these stories, among which are all that moved, that came, went, or got or lost a listing. */
function ownRoutes(
  stories: readonly { lang: Lang; uuid: string }[],
  of: {
    moved: readonly MovedEntry[];
    /** Stories that had a listing. */
    hadListing: ReadonlySet<string>;
    entries: ByLanguage<ReadonlyMap<string, ModelEntry>>;
    ownRoute: (entry: StoryEntry) => Route;
  },
): { added: Route[]; removed: Route[] } {
  const { moved, hadListing, entries, ownRoute } = of;
  const before = new Map(moved.map((one) => [keyOf(one), one.before]));
  const routes: { added: Route[]; removed: Route[] } = { added: [], removed: [] };
  for (const one of stories) {
    const key = keyOf(one);
    const now = forLanguage(entries, one.lang).get(one.uuid);
    const last = before.has(key) ? before.get(key) : now;
    const [old, next] = [last && ownRoute(last), now && ownRoute(now)];
    if (old) old.listing = hadListing.has(key) ? { page: 1, category: "" } : null;
    if (old?.path === next?.path && (old?.listing === null) === (next?.listing === null)) continue;
    if (old) routes.removed.push(old);
    if (next) routes.added.push(next);
  }
  return routes;
}

function keyOf({ lang, uuid }: { lang: Lang; uuid: string }): string {
  return `${lang} ${uuid}`;
}

function sameTranslations(one: Readonly<ByLanguage<string>>, other: Readonly<ByLanguage<string>>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** By path; two listings may have pages at the same one. */
function inOrder(a: Route, b: Route): number {
  if (a.path !== b.path) return compareText(a.path, b.path);
  return compareText(a.uuid, b.uuid) || compareText(a.listing?.category ?? "", b.listing?.category ?? "");
}

type SavedRows = (kind: string) => ReadonlyMap<string, string>;

function* rowsOf(saved: ReadonlyMap<string, string>): Iterable<[lang: Lang, uuid: string, row: string]> {
  for (const [key, row] of saved) {
    const space = key.indexOf(" ");
    yield [key.slice(0, space), key.slice(space + 1), row];
  }
}

/** The map of a site with these stories. */
export function buildSite(summaries: StorySummaries, rules: MapRules, count?: CountWork): Site {
  const stories = Object.entries(summaries).map(
    ([answer, own]) => [answer, new Map(own.map((summary) => [summary.uuid, siteStory(answer, summary)]))] as const,
  );
  const byAnswer = new Map(stories);
  const source: StorySource = {
    story: (answer, uuid) => byAnswer.get(answer)?.get(uuid),
    all: (answer) => byAnswer.get(answer)?.values() ?? [],
  };
  const model = createSiteModel(rules, { source, count });
  model.apply(
    stories.flatMap(([answer, own]) =>
      [...own].map(([uuid, now]): StoryChange => ({ answer, uuid, before: undefined, now })),
    ),
  );
  return model.site;
}
