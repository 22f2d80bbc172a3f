/** List queries, answered from indexes that all pages share, so that the cost of a query depends on its result. */

import type { StoryEntry } from "../../site/api/model.ts";
import type { ContentReader, LatestQuery, StoryQuery } from "../../site/api/reader.ts";
import { stringOf } from "../../site/blocks/field-values.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { keptWith } from "../../util/kept-with.ts";
import type { CountWork } from "../../util/work-counter.ts";
import { categoryOf, type ListingRules } from "./listing.ts";
import { orderEntries } from "./order.ts";
import { createTypeIndex, type TypeIndex } from "./type-index.ts";

/** What a reader answers; `total` does not heed the query's limit. */
export interface StoryLists extends Pick<ContentReader, "total" | "counts" | "combinations" | "tags"> {
  latest(query: LatestQuery): StoryEntry[];
}

/** Lists of one page type. */
export interface TypeLists extends StoryLists {
  /** The same stories in the same order, with other values that no list in listing order depends on. */
  replace(entries: readonly StoryEntry[]): void;
}

/** Stories in one order, and the positions of those that match a query. */
interface Selection {
  entries(): readonly StoryEntry[];
  found: readonly number[];
  /** By uuid; created when a query leaves stories out. */
  places?: ReadonlyMap<string, number>;
}

/** The stories are given in listing order; indexes are created on demand. */
export function createTypeLists(
  given: readonly StoryEntry[],
  rules: ListingRules,
  count: CountWork = () => undefined,
): TypeLists {
  let entries = given;
  /** What follows from the stories' order and categories, and what follows from other values too. */
  const [lasting, known] = [new Map<string, unknown>(), new Map<string, unknown>()];
  /** Computes each value once; the key identifies its inputs. */
  const once = <T>(key: string, make: () => T, values = known): T => {
    if (!values.has(key)) values.set(key, make());
    return values.get(key) as T;
  };
  const inOrder = (order: string): { entries(): readonly StoryEntry[]; index: TypeIndex } => {
    const sorted = order === "" ? null : orderEntries(entries, order, rules.pageTypes);
    const own = () => sorted ?? entries;
    return { entries: own, index: createTypeIndex(own, rules, count) };
  };
  const keyOf = ({ category = "", startsWith = "", depth, tags = [], order = "" }: LatestQuery) =>
    JSON.stringify([category, startsWith, depth, tags, order]);
  const select = (query: LatestQuery): Selection => {
    const { order = "" } = query;
    const values = order === "" ? lasting : known;
    return once(
      `select ${keyOf(query)}`,
      () => {
        const { index, entries } = once(`order ${order}`, () => inOrder(order), values);
        const found = index(query);
        count("indexed", found.length);
        return { entries, found };
      },
      values,
    );
  };
  const placesOf = (selection: Selection): ReadonlyMap<string, number> => {
    selection.places ??= new Map(listOf(selection).map(({ uuid }, place) => [uuid, place]));
    return selection.places;
  };
  const listOf = ({ entries, found }: Selection): StoryEntry[] => {
    const all = entries();
    return found.map((position) => all[position] as StoryEntry);
  };
  const visit = (query: StoryQuery): StoryEntry[] => {
    const list = listOf(select(query));
    count("indexed", list.length);
    return list;
  };
  return {
    latest(query) {
      const selection = select(query);
      const all = selection.entries();
      const { except = [], offset = 0, limit = selection.found.length } = query;
      const start = except.length === 0 ? offset : placeOfOffset(offset, except, placesOf(selection));
      const found: StoryEntry[] = [];
      for (let at = start; at < selection.found.length && found.length < limit; at += 1) {
        const entry = all[selection.found[at] ?? -1];
        count("entries");
        if (entry && !except.includes(entry.uuid)) found.push(entry);
      }
      return found;
    },
    total(query) {
      const selection = select(query);
      const { except = [] } = query;
      if (except.length === 0) return selection.found.length;
      const places = placesOf(selection);
      return selection.found.length - new Set(except.filter((uuid) => places.has(uuid))).size;
    },
    counts: (query, field) =>
      once(`counts ${keyOf(query)} ${field}`, () => {
        const counts = new Map<string, number>();
        for (const entry of visit(query)) {
          const value = countedValue(entry, field, rules);
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
      }),
    tags: (query) =>
      once(`tags ${keyOf(query)}`, () => {
        const counts = new Map<string, number>();
        for (const { tags } of visit(query))
          for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
        return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
      }),
    combinations: (query, fields) =>
      once(`combinations ${keyOf(query)} ${fields.join()}`, () => {
        const found = new Map<string, readonly string[]>();
        for (const entry of visit(query))
          for (const values of combinationsOf(entry, fields)) found.set(JSON.stringify(values), values);
        return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, values]) => values);
      }),
    replace(next) {
      entries = next;
      known.clear();
    },
  };
}

/** Lists of all page types; `byType` has the stories of each in listing order. */
export function createStoryLists(byType: ReadonlyMap<string, readonly StoryEntry[]>, rules: ListingRules): StoryLists {
  const known = new Map<string, StoryLists>();
  return listsOfTypes((type) => getOrInsert(known, type, () => createTypeLists(byType.get(type) ?? [], rules)));
}

/** `ofType` returns the lists of one page type. */
export function listsOfTypes(ofType: (type: string) => StoryLists): StoryLists {
  const listsFor = ({ type }: Partial<StoryQuery>): StoryLists => {
    // Code without types may leave it out, and would get an empty list for every question.
    if (!type) throw new Error('A list needs a page type: { type: "article" }.');
    return ofType(type);
  };
  return {
    latest: (query) => listsFor(query).latest(query),
    total: (query) => listsFor(query).total(query),
    counts: (query, field) => listsFor(query).counts(query, field),
    combinations: (query, fields) => listsFor(query).combinations(query, fields),
    tags: (query) => listsFor(query).tags(query),
  };
}

/** Place after skipping `offset` stories, not counting those in `except`. */
function placeOfOffset(offset: number, except: readonly string[], places: ReadonlyMap<string, number>): number {
  const left = [...new Set(except)].flatMap((uuid) => places.get(uuid) ?? []).sort((a, b) => a - b);
  let place = offset;
  for (const out of left) if (out <= place) place += 1;
  return place;
}

/** Counted values by field, so that a story's fields are read once as long as its entry is the same object. */
const counted = keptWith<StoryEntry, string, string>();

function countedValue(entry: StoryEntry, field: string, { pageTypes }: ListingRules): string {
  if (pageTypes[entry.component]?.category?.field === field) return categoryOf(entry, pageTypes);
  return counted(entry, field, () => stringOf(entry.fields[field]));
}

/** An option field has one value, an options field a list. */
function valuesOf(field: unknown): string[] {
  const values = Array.isArray(field) ? field : [field];
  return [...new Set(values.map(stringOf))].filter((value) => value !== "");
}

function combinationsOf(entry: Pick<StoryEntry, "fields">, fields: readonly string[]): string[][] {
  return combine(fields.map((field) => valuesOf(entry.fields[field])));
}

function combine(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((found, list) => found.flatMap((row) => list.map((value) => [...row, value])), [[]]);
}
