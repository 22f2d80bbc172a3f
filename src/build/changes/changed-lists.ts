/** Results of list queries after stories have come, gone, or moved within lists: from the last results, story by story. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import { sortKeyOf } from "../../content/order.ts";
import type { LatestQuery, StoryQuery } from "../../content/reader.ts";
import { stringOf } from "../../content/resolve/context.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { combinationsOf } from "../../content/story-lists.ts";
import { isSelected } from "../../content/type-index.ts";
import { type Dependency, parseDependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredCounts, type StoredList } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { Row } from "../../row-table.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { entryKey } from "./stored-site.ts";

/** A story's entry in one language before and after; null where it has no page. */
export interface ListChange {
  before: StoryEntry | null;
  now: StoryEntry | null;
}

export interface ChangedLists {
  /** New results by the keys of the store. */
  answers: ReadonlyMap<string, unknown>;
  /** Queries whose results have changed. */
  affected: (readonly [lang: Lang, dependency: Dependency])[];
}

export interface ListInput {
  store: Store;
  definition: ResolvedSite;
  /** A story's entry in the last build. */
  entry(lang: Lang, uuid: string): StoryEntry | undefined;
}

/** Stories that a limited list has beside those it shows, for when one of these goes. */
const RESERVE = 20;

/** The query for what `storedList` stores. */
export function storedQuery(query: LatestQuery): LatestQuery {
  const { limit, offset } = query;
  return limit === undefined || offset !== undefined ? query : { ...query, limit: limit + RESERVE + 1 };
}

/** A list as stored: all stories, or those of its limit and some more. */
export function storedList(uuids: readonly string[], { limit }: Pick<LatestQuery, "limit">): StoredList {
  const most = limit === undefined ? uuids.length : limit + RESERVE;
  return { uuids: uuids.slice(0, most), isWhole: uuids.length <= most };
}

/** How many of the stories have each combination of values. */
export function storedCombinations(stories: readonly StoryEntry[], fields: readonly string[]): StoredCounts {
  const added = stories.flatMap((entry) => combinationsOf(entry, fields));
  return sortedCounts(countsAfter([], { left: [], added }), false);
}

/** Throws FullBuildNeeded for what a listing with page numbers or a feed shows, and where too little of a list is stored. */
export function changedLists(changes: readonly ListChange[], input: ListInput): ChangedLists {
  const { store } = input;
  const answers = new Map<string, unknown>();
  const touched = new Map<string, ChangedLists["affected"][number]>();
  const done = new Map<string, StoryEntry>();
  const entry = (lang: Lang, uuid: string) => done.get(entryKey(lang, uuid)) ?? input.entry(lang, uuid);
  for (const change of changes) {
    const one = change.now ?? change.before;
    if (!one) continue;
    const { lang, component, uuid } = one;
    if (store.get(KEYS.feed(lang, component)) ?? store.get(KEYS.listings(component))) throw new FullBuildNeeded();
    const asked = (store.get(KEYS.listed(lang, component)) ?? []) as Dependency[]; // written by save-site.ts
    for (const dependency of asked) {
      const key = KEYS.answer(lang, dependency);
      const last = answers.get(key) ?? store.get(key);
      const now = answerAfter(dependency, last, change, { ...input, entry });
      if (now === last) continue;
      answers.set(key, now);
      touched.set(key, [lang, dependency]);
    }
    if (change.now) done.set(entryKey(lang, uuid), change.now);
  }
  const isAffected = ([key, [, dependency]]: [key: string, of: ChangedLists["affected"][number]]) =>
    shownText(dependency, store.get(key)) !== shownText(dependency, answers.get(key));
  return { answers, affected: [...touched].filter(isAffected).map(([, of]) => of) };
}

/** What a query returns of a stored result, as a comparable text. */
function shownText(dependency: Dependency, answer: unknown): string {
  const { kind, subject } = parseDependency(dependency);
  if (kind === "latest")
    return (answer as StoredList).uuids.slice(0, (JSON.parse(subject) as LatestQuery).limit).join();
  if (kind === "combinations") return JSON.stringify((answer as StoredCounts).map(([values]) => values));
  return JSON.stringify(answer);
}

/** The same value if the change does not concern the query. */
function answerAfter(dependency: Dependency, last: unknown, change: ListChange, input: ListInput): unknown {
  const { kind, subject } = parseDependency(dependency);
  // Rows and subjects were written by list-rows.ts and the dependency kinds.
  if (kind === "latest") return listAfter(last as StoredList, JSON.parse(subject) as LatestQuery, change, input);
  if (kind === "total") {
    const query = JSON.parse(subject) as LatestQuery;
    const countOf = (entry: StoryEntry | null) =>
      Number(isIn(entry, query, input) && !query.except?.includes(entry.uuid));
    return (last as number) + countOf(change.now) - countOf(change.before);
  }
  const [query, by] = JSON.parse(subject) as [StoryQuery, string | string[]];
  const valuesOf = (entry: StoryEntry | null): string[][] => {
    if (!isIn(entry, query, input)) return [];
    return typeof by === "string" ? [[stringOf(entry.fields[by])]] : combinationsOf(entry, by);
  };
  const moved = { left: valuesOf(change.before), added: valuesOf(change.now) };
  if (JSON.stringify(moved.left) === JSON.stringify(moved.added)) return last;
  return sortedCounts(countsAfter(last as StoredCounts, moved), typeof by === "string");
}

function isIn(entry: StoryEntry | null, query: StoryQuery, { definition }: ListInput): entry is StoryEntry {
  return entry !== null && isSelected(entry, query, definition);
}

function listAfter(last: StoredList, query: LatestQuery, change: ListChange, input: ListInput): StoredList {
  const [before, now] = [change.before, change.now].map((entry) => (isIn(entry, query, input) ? entry : null));
  const isSamePlace = before && now && compareEntries(before, now, input) === 0;
  if (isSamePlace || !(before || now)) return last;
  if (query.offset !== undefined) throw new FullBuildNeeded();
  const uuids = last.uuids.filter((uuid) => uuid !== before?.uuid);
  if (now) {
    const after = uuids.findIndex((uuid) => isAfter(now, uuid, input));
    if (after !== -1) uuids.splice(after, 0, now.uuid);
    else if (last.isWhole) uuids.push(now.uuid);
  }
  if (!last.isWhole && uuids.length < (query.limit ?? 0)) throw new FullBuildNeeded();
  const list = storedList(uuids, query);
  return { ...list, isWhole: list.isWhole && last.isWhole };
}

function isAfter(entry: StoryEntry, uuid: string, input: ListInput): boolean {
  const other = input.entry(entry.lang, uuid);
  if (!other) throw new FullBuildNeeded();
  return compareEntries(entry, other, input) < 0;
}

/** In listing order, as `sortEntries` in src/content/order.ts sorts. */
function compareEntries(a: StoryEntry, b: StoryEntry, { definition: { pageTypes } }: ListInput): number {
  const [one, other] = [sortKeyOf(a, pageTypes), sortKeyOf(b, pageTypes)];
  return one.position - other.position || compareText(other.stamp, one.stamp) || compareText(a.uuid, b.uuid);
}

/** Counts by values, with more and fewer of some. */
function countsAfter(
  counts: StoredCounts,
  { left, added }: { left: readonly string[][]; added: readonly string[][] },
): StoredCounts {
  const byKey = new Map(counts.map(([values, count]) => [JSON.stringify(values), { values, count }]));
  const change = (values: string[], by: number) => {
    const key = JSON.stringify(values);
    byKey.set(key, { values, count: (byKey.get(key)?.count ?? 0) + by });
  };
  for (const values of left) change(values, -1);
  for (const values of added) change(values, 1);
  return [...byKey.values()].flatMap(({ values, count }): StoredCounts => (count > 0 ? [[values, count]] : []));
}

/** As src/content/story-lists.ts sorts: values of one field as they are, combinations as JSON. */
function sortedCounts(counts: StoredCounts, isSingle: boolean): StoredCounts {
  const keyOf = (values: readonly string[]) => (isSingle ? (values[0] ?? "") : JSON.stringify(values));
  return counts.sort(([a], [b]) => compareText(keyOf(a), keyOf(b)));
}

/** The lists that stories are shown in, where that changes; rows of the store. */
export function shownInRows({ answers, affected }: ChangedLists, store: Store): Row[] {
  const rows = new Map<string, Dependency[]>();
  const rowOf = (lang: Lang, uuid: string) => {
    const key = KEYS.shownIn(lang, uuid);
    const known = rows.get(key) ?? [...((store.get(key) ?? []) as Dependency[])]; // written by save-site.ts
    rows.set(key, known);
    return known;
  };
  for (const [lang, dependency] of affected) {
    const { kind, subject } = parseDependency(dependency);
    if (kind !== "latest") continue;
    const key = KEYS.answer(lang, dependency);
    const { limit } = JSON.parse(subject) as LatestQuery;
    const shown = (answer: unknown) => new Set((answer as StoredList).uuids.slice(0, limit));
    const [before, now] = [shown(store.get(key)), shown(answers.get(key))];
    for (const uuid of before) {
      const row = now.has(uuid) ? null : rowOf(lang, uuid);
      if (row?.includes(dependency)) row.splice(row.indexOf(dependency), 1);
    }
    for (const uuid of now) {
      const row = before.has(uuid) ? null : rowOf(lang, uuid);
      if (row && !row.includes(dependency)) row.push(dependency);
    }
  }
  return [...rows];
}
