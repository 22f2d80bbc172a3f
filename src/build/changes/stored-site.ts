/** The last build's site map, read by key, with the changed stories applied. */

import type { Lang, StoryEntry } from "../../content/model.ts";
import { responseLanguage } from "../../content/rules/languages.ts";
import { buildEntry, type Route, routesOfStory, type Site } from "../../content/site.ts";
import type { StorySummary } from "../../content/story-summary.ts";
import { KEYS, type StoredEntry, type StoredPage } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { type ListChanges, type StoredLists, storedLists } from "./stored-lists.ts";
import { storedSummary, summaryKey } from "./story-versions.ts";

/** What differs from the last build's site. */
export interface SiteChanges {
  /** Summaries of stories that keep their place, by language of the response and uuid. */
  summaries?: ReadonlyMap<string, StorySummary>;
  /** Stories whose pages come, go or have other translations, by language and uuid; null for those without a page. */
  moved?: ReadonlyMap<string, StoryEntry | null>;
  lists?: ListChanges;
  /** Pages by path; null for those that are gone. */
  pages?: ReadonlyMap<string, StoredPage | null>;
}

export interface StoredSite {
  site: Site;
  entry(lang: Lang, uuid: string): StoryEntry | undefined;
  page(path: string): StoredPage | undefined;
  /** A story's own page, and those of its listing if it has one. */
  routes(entry: StoryEntry): Route[];
  lists(lang: Lang): StoredLists;
}

export function entryKey(lang: Lang, uuid: string): string {
  return `${lang} ${uuid}`;
}

/** Lists return the last build's results, or the changed ones. Throws FullBuildNeeded for a query that was not stored. */
export function openStoredSite(store: Store, definition: ResolvedSite, changes: SiteChanges = {}): StoredSite {
  const { summaries, moved = new Map<string, StoryEntry | null>(), pages } = changes;
  const codes = definition.languages.map(({ code }) => code);
  const summaryOf = (answer: Lang, uuid: string) =>
    summaries?.get(summaryKey(answer, uuid)) ?? storedSummary(store, answer, uuid);
  const entryOf = (lang: Lang, uuid: string): StoryEntry | undefined => {
    const stored = store.get(KEYS.entry(lang, uuid)) as StoredEntry | undefined; // written by save-site.ts
    if (!stored) return undefined;
    for (const answer of new Set([lang, codes[0] ?? lang])) {
      const summary = summaryOf(answer, uuid);
      if (!summary) continue;
      const entry = { ...buildEntry(summary, lang, definition), twins: stored.twins };
      if (responseLanguage(entry, definition) === answer) return entry;
    }
    throw new FullBuildNeeded();
  };
  const known = new Map([...moved].map(([key, entry]) => [key, entry ?? undefined]));
  const entry = (lang: Lang, uuid: string) => {
    const key = entryKey(lang, uuid);
    if (!known.has(key)) known.set(key, entryOf(lang, uuid));
    return known.get(key);
  };
  const page = (path: string): StoredPage | undefined => {
    const changed = pages?.get(path);
    if (changed !== undefined) return changed ?? undefined;
    return store.get(KEYS.page(path)) as StoredPage | undefined; // written by save-site.ts
  };
  const entryAt = (path: string): StoryEntry | undefined => {
    const at = page(path);
    const found = at && entry(at.lang, at.uuid);
    return found?.path === path ? found : undefined;
  };
  const lists = byLanguage(codes, (lang) =>
    storedLists({ store, definition, lang, entry: (uuid) => entry(lang, uuid), changes: changes.lists }),
  );
  const site: Site = {
    entries: byLanguage(codes, (lang) => mapBy((uuid: string) => entry(lang, uuid))),
    byType: byLanguage(codes, () => mapBy((): readonly StoryEntry[] | undefined => needsWhole())),
    byPath: mapBy(entryAt),
    routes: [],
    paths: pathsOf((path) => page(path) !== undefined),
    lists,
    problems: [],
  };
  const routes = (of: StoryEntry) => {
    const listing = summaryOf(responseLanguage(of, definition), of.uuid)?.listing;
    return routesOfStory(of, listing, { lists: forLanguage(lists, of.lang), pageTypes: definition.pageTypes });
  };
  return { site, entry, page, routes, lists: (lang) => forLanguage(lists, lang) };
}

function needsWhole(): never {
  throw new FullBuildNeeded();
}

/** A map that supports `get` only; iterating it needs a full build. */
function mapBy<K, V>(get: (key: K) => V | undefined): ReadonlyMap<K, V> {
  return {
    get,
    has: (key) => get(key) !== undefined,
    forEach: needsWhole,
    entries: needsWhole,
    keys: needsWhole,
    values: needsWhole,
    [Symbol.iterator]: needsWhole,
    get size() {
      return needsWhole();
    },
  };
}

function pathsOf(has: (path: string) => boolean): ReadonlySet<string> {
  return {
    has,
    forEach: needsWhole,
    entries: needsWhole,
    keys: needsWhole,
    values: needsWhole,
    [Symbol.iterator]: needsWhole,
    get size() {
      return needsWhole();
    },
  };
}
