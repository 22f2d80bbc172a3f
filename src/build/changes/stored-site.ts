/** The last build's site map, read by key, with the changed stories applied. */

import type { Lang, StoryEntry } from "../../content/model.ts";
import type { LatestQuery } from "../../content/reader.ts";
import { responseLanguage } from "../../content/rules/languages.ts";
import { buildEntry, type Site } from "../../content/site.ts";
import type { StoryLists } from "../../content/story-lists.ts";
import type { StorySummary } from "../../content/story-summary.ts";
import { DEPENDENCY_KINDS } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredEntry, type StoredPage } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { byLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

/** What differs from the last build's site. */
export interface SiteChanges {
  /** Summaries of stories that keep their place, by language of the response and uuid. */
  summaries?: ReadonlyMap<string, StorySummary>;
  /** Stories whose pages come, go or have other translations, by language and uuid; null for those without a page. */
  moved?: ReadonlyMap<string, StoryEntry | null>;
  /** Pages by path; null for those that are gone. */
  pages?: ReadonlyMap<string, StoredPage | null>;
}

export interface StoredSite {
  site: Site;
  entry(lang: Lang, uuid: string): StoryEntry | undefined;
  page(path: string): StoredPage | undefined;
}

export function summaryKey(answer: Lang, uuid: string): string {
  return `${answer} ${uuid}`;
}

export function entryKey(lang: Lang, uuid: string): string {
  return `${lang} ${uuid}`;
}

/**
 * Lists return the last build's results: the caller has checked that no change moves a story into, out of or within a
 * list. Throws FullBuildNeeded for a query that was not stored.
 */
export function openStoredSite(store: Store, definition: ResolvedSite, changes: SiteChanges = {}): StoredSite {
  const { summaries, moved = new Map<string, StoryEntry | null>(), pages } = changes;
  const codes = definition.languages.map(({ code }) => code);
  const entryOf = (lang: Lang, uuid: string): StoryEntry | undefined => {
    const stored = store.get(KEYS.entry(lang, uuid)) as StoredEntry | undefined; // written by save-site.ts
    if (!stored) return undefined;
    for (const answer of new Set([lang, codes[0] ?? lang])) {
      const summary = summaries?.get(summaryKey(answer, uuid)) ?? storedSummary(store, answer, uuid);
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
  const site: Site = {
    entries: byLanguage(codes, (lang) => mapBy((uuid: string) => entry(lang, uuid))),
    byType: byLanguage(codes, () => mapBy((): readonly StoryEntry[] | undefined => needsWhole())),
    byPath: mapBy(entryAt),
    routes: [],
    paths: pathsOf((path) => page(path) !== undefined),
    lists: byLanguage(codes, (lang) => storedLists(lang, store, entry)),
    problems: [],
  };
  return { site, entry, page };
}

function storedSummary(store: Store, answer: Lang, uuid: string): StorySummary | undefined {
  return store.get(KEYS.story(answer, uuid)) as StorySummary | undefined; // written by save-site.ts
}

function storedLists(
  lang: Lang,
  store: Store,
  entry: (lang: Lang, uuid: string) => StoryEntry | undefined,
): StoryLists {
  const answer = (dependency: string): unknown => store.get(KEYS.answer(lang, dependency)) ?? needsWhole();
  return {
    latest(query: LatestQuery) {
      const subject = DEPENDENCY_KINDS.latest.methods.latest(query);
      if (subject === null) return [];
      const { except = [], limit, offset = 0 } = query;
      const all = answer(`latest:${subject}`) as string[]; // written by save-site.ts, as are all results below
      const shown = offset > 0 ? all : all.filter((uuid) => !except.includes(uuid)).slice(0, limit);
      return shown.map((uuid) => entry(lang, uuid) ?? needsWhole());
    },
    total: (query) => answer(`total:${DEPENDENCY_KINDS.total.methods.total(query)}`) as number,
    counts: (query, field) =>
      answer(`counts:${DEPENDENCY_KINDS.counts.methods.counts(query, field)}`) as ReturnType<StoryLists["counts"]>,
    combinations: (query, fields) =>
      answer(`combinations:${DEPENDENCY_KINDS.combinations.methods.combinations(query, fields)}`) as ReturnType<
        StoryLists["combinations"]
      >,
  };
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
