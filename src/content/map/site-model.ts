/**
 * A site's map, updated incrementally: `apply` takes the stories that were added, changed or removed, and returns what
 * moved. A new map is an empty one to which all stories are applied. It is stored as rows of text, from which the next
 * build continues. Pure.
 */

import type { Lang, StoryEntry } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { compareText } from "../../util/compare-text.ts";
import type { CountWork } from "../../util/work-counter.ts";
import { createLinkedSpaces } from "./link-spaces.ts";
import { relativePath, translationsOf } from "./link-translations.ts";
import { createListingPages } from "./listing-pages.ts";
import { isLinkedAs, type ModelEntry, type MovedEntry, siteStory } from "./model-entry.ts";
import { createModelLists } from "./model-lists.ts";
import { createMoves, keyOf, type Moves, ownRoutes } from "./moves.ts";
import { createPathOwners } from "./path-owners.ts";
import { compareRoutes, type MapRules, type Route, routeKey, type Site, type StorySummaries } from "./site.ts";
import { allStories, createSiteStories, type StoryChange, type StorySource } from "./site-stories.ts";

/** What differs after stories were applied. */
export interface MovedSite {
  entries: MovedEntry[];
  /** Pages that were added and removed, including those of listings. A path that another story took over is in both. */
  added: Route[];
  removed: Route[];
  /** Page types, by language, whose lists have other stories or another order. */
  types: ByLanguage<ReadonlySet<string>>;
}

export type SiteModel = ReturnType<typeof createSiteModel>;

/** Kinds of rows: what is known of a story's path, and listings. Their keys are language and uuid. */
const PLACE = "place";
const LISTING = "listing";

/** `saved` returns, by kind, the rows of a map of the source's stories; without it the map is empty. */
export function createSiteModel(
  rules: MapRules,
  { source, saved, count }: { source: StorySource; saved?: SavedRows; count?: CountWork | undefined },
) {
  const codes = rules.languages.map(({ code }) => code);
  const stories = createSiteStories(rules, source, saved !== undefined);
  const owners = createPathOwners(rules);
  const spaces = createLinkedSpaces(rules);
  const entries = byLanguage(codes, () => new Map<string, ModelEntry>());
  const byPath = new Map<string, ModelEntry>();
  const lists = createModelLists({ rules, entries, count });
  const listings = createListingPages({
    pageTypes: rules.pageTypes,
    lists: lists.of,
    entry: (lang, uuid) => forLanguage(entries, lang).get(uuid),
    settingsOf: (lang, uuid) => stories.pageIn(lang, uuid)?.summary.listing ?? null,
    storyAt: (path) => byPath.get(path),
  });
  const paths = new Set<string>();
  const ownRoute = ({ path, lang, uuid }: StoryEntry): Route => ({
    path,
    lang,
    uuid,
    listing: listings.has(lang, uuid) ? { page: 1, category: "" } : null,
  });
  const routesOf = (lang: Lang, uuid: string): Route[] => {
    const entry = forLanguage(entries, lang).get(uuid);
    return entry ? [ownRoute(entry), ...listings.routesOf(lang, uuid)] : [];
  };
  const site: Site = { entries, byPath, routes: [], routesOf, paths, lists: lists.of, problems: [] };
  const homes = new Map(rules.languages.map(({ code, home }) => [code, home]));
  const atRelativePath = (lang: Lang, path: string) => {
    const found = byPath.get(`${homes.get(lang)}${path}`);
    return found?.lang === lang ? found : undefined;
  };

  /** Updates which story owns each path, and the entries. */
  const replaceEntries = (uuids: Iterable<string>, moves: Moves): void => {
    const touched = new Set<string>();
    for (const uuid of uuids)
      for (const lang of codes)
        for (const path of owners.replace({ lang, uuid, story: stories.pageIn(lang, uuid) })) touched.add(path);
    for (const path of touched) {
      const [before, now] = [byPath.get(path), owners.at(path)];
      if (before === now) continue;
      if (before) moves.remove(before);
      if (now) moves.add(now);
    }
    moves.each(({ before }) => before && byPath.delete(before.path));
    moves.each(({ lang, uuid, before, now }) => {
      if (now) byPath.set(now.path, now);
      if (now) forLanguage(entries, lang).set(uuid, now);
      else forLanguage(entries, lang).delete(uuid);
      spaces.replace(before, now);
    });
  };

  /**
   * The stories whose translations depend on these: up to two links away, at the same relative path, or linked with them
   * from other spaces.
   */
  const translatedWith = (uuids: ReadonlySet<string>, moves: Moves): Set<string> => {
    const linked = stories.linkedWith(uuids);
    const found = new Set([...uuids, ...linked, ...stories.linkedWith(linked)]);
    moves.each(({ before, now }) => {
      for (const entry of [before, now])
        for (const other of entry ? spaces.linkedWith(entry) : []) found.add(other.uuid);
    });
    if (rules.translation !== "folders") return found;
    moves.each(({ before, now }) => {
      for (const entry of [before, now])
        for (const lang of entry ? codes : []) {
          const other = entry && atRelativePath(lang, relativePath(entry, rules));
          if (other) found.add(other.uuid);
        }
    });
    return found;
  };

  const linkTranslations = (uuids: Iterable<string>, moves: Moves): void => {
    const sources = {
      rules,
      alternates: stories.alternates,
      shownIn: stories.shownIn,
      entry: (lang: Lang, uuid: string) => forLanguage(entries, lang).get(uuid),
      atRelativePath,
      counterpart: spaces.counterpart,
    };
    for (const uuid of uuids) {
      for (const lang of codes) {
        const entry = forLanguage(entries, lang).get(uuid);
        if (!entry) continue;
        const linked = translationsOf(entry, sources);
        if (isLinkedAs(entry, linked)) continue;
        if (!moves.isNew(entry)) moves.remove(entry);
        const next = entry.linkedAs(linked);
        moves.add(next);
        put(next);
      }
    }
  };

  const put = (entry: ModelEntry): void => {
    owners.put(entry);
    spaces.replace(entry, entry);
    byPath.set(entry.path, entry);
    forLanguage(entries, entry.lang).set(entry.uuid, entry);
  };

  /** Entries that differ. An equal one keeps its former object, by whose identity cards and lists are cached. */
  const reallyMoved = (moves: Moves): MovedEntry[] =>
    moves.all().filter(({ before, now }) => {
      if (!before || !now || !before.equals(now)) return before !== now;
      before.story = now.story;
      put(before);
      return false;
    });

  /** Entries are ordered by folder and uuid; new ones are at the end of the map until it is sorted. */
  const sortEntriesOf = (moved: readonly MovedEntry[]): void => {
    const reordered = moved.filter(({ before, now }) => now && before?.slug !== now.slug);
    for (const lang of new Set(reordered.map((one) => one.lang))) sortEntriesIn(lang);
    if (reordered.length > 0) site.routes = [...site.routes];
  };
  const sortEntriesIn = (lang: Lang): void => {
    const own = forLanguage(entries, lang);
    const ranked = [...own.values()].map((entry) => ({ entry, rank: owners.rankOf(entry) }));
    ranked.sort((a, b) => compareText(a.rank, b.rank));
    own.clear();
    for (const { entry } of ranked) own.set(entry.uuid, entry);
  };

  const replaceRoutes = (removed: readonly Route[], added: readonly Route[]): void => {
    if (removed.length + added.length === 0) return;
    const gone = new Set(removed.map(routeKey));
    for (const { path } of removed) paths.delete(path);
    // Two listings may have pages at the same path, of which one stays.
    const left = gone.size === 0 ? site.routes : site.routes.filter((route) => !gone.has(routeKey(route)));
    site.routes = [...left, ...added].sort(compareRoutes);
    for (const { path } of gone.size === 0 ? added : site.routes) paths.add(path);
  };

  /** Stories whose rows may differ from the saved ones, by language and uuid. */
  const touched = new Map<string, { lang: Lang; uuid: string }>();
  const findProblems = () => {
    site.problems = [...owners.problems(), ...spaces.problems(), ...listings.problems()];
  };
  if (saved) {
    for (const [lang, uuid, row] of rowsOf(saved(PLACE))) owners.read({ lang, uuid, row, source });
    const all = owners.all();
    for (const entry of all) {
      byPath.set(entry.path, entry);
      forLanguage(entries, entry.lang).set(entry.uuid, entry);
      spaces.replace(undefined, entry);
    }
    lists.replaceAll();
    for (const [lang, uuid, row] of rowsOf(saved(LISTING))) listings.read({ lang, uuid, row });
    replaceRoutes([], [...all.map(ownRoute), ...listings.routes()]);
    findProblems();
  }

  return {
    /** The site as it is now; the next `apply` changes it. */
    site,
    /** Rows that may differ from the saved ones; null for a row to remove. */
    *changedRows(): Iterable<[kind: string, key: string, row: string | null]> {
      for (const [key, { lang, uuid }] of touched) {
        yield [PLACE, key, owners.row(lang, uuid)];
        yield [LISTING, key, listings.row(lang, uuid)];
      }
      touched.clear();
    },
    /** When it is called, the source already returns the changed stories. */
    apply(changes: Iterable<StoryChange>): MovedSite {
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
      for (const one of [...stayed, ...pages.touched]) touched.set(keyOf(one), one);
      return { entries: moved, added, removed, types };
    },
  };
}

type SavedRows = (kind: string) => ReadonlyMap<string, string>;

function* rowsOf(saved: ReadonlyMap<string, string>): Iterable<[lang: Lang, uuid: string, row: string]> {
  for (const [key, row] of saved) {
    const space = key.indexOf(" ");
    yield [key.slice(0, space), key.slice(space + 1), row];
  }
}

/** The map of a site with these stories. */
export function buildSite(summaries: StorySummaries, rules: MapRules): Site {
  const source = Object.fromEntries(
    Object.entries(summaries).map(
      ([lang, own]) => [lang, new Map(own.map((summary) => [summary.uuid, siteStory(lang, summary)]))] as const,
    ),
  );
  const model = createSiteModel(rules, { source });
  model.apply(allStories(source));
  return model.site;
}
