/** List queries, answered from indexes that all pages share, so that the cost of a query depends on its result. */
import type { ListingRules } from "./listing.ts";
import type { StoryEntry } from "./model.ts";
import { orderEntries } from "./order.ts";
import type { LatestQuery, StoryQuery } from "./reader.ts";
import { stringOf } from "./resolve/context.ts";
import { createTypeIndex, type TypeIndex } from "./type-index.ts";
import type { CountWork } from "./work-counter.ts";

export interface StoryLists {
  /** Stories in listing order. */
  latest(query: LatestQuery): StoryEntry[];
  /** Number of matching stories, without the query's limit. */
  total(query: LatestQuery): number;
  /** Number of stories per value of a field, sorted by value; "" is no value. */
  counts(query: StoryQuery, field: string): readonly (readonly [value: string, count: number])[];
  /** Combinations of values that fields have on one story, without duplicates, sorted. */
  combinations(query: StoryQuery, fields: readonly string[]): readonly (readonly string[])[];
  /** Number of stories per tag, sorted by tag. */
  tags(query: StoryQuery): readonly (readonly [tag: string, count: number])[];
}

/** The stories that match a query, and each one's position. */
interface Selection {
  list: readonly StoryEntry[];
  positions: ReadonlyMap<string, number>;
}

/** Lists of one page type, whose stories are given in listing order; indexes are created on demand. */
export function createTypeLists(
  entries: readonly StoryEntry[],
  rules: ListingRules,
  count: CountWork = () => undefined,
): StoryLists {
  const known = new Map<string, unknown>();
  /** Computes each value once; the key identifies its inputs. */
  const once = <T>(key: string, make: () => T): T => {
    if (!known.has(key)) known.set(key, make());
    return known.get(key) as T;
  };
  const index = (order: string): TypeIndex =>
    once(`index ${order}`, () => createTypeIndex(inOrder(order), rules, count));
  const inOrder = (order: string) => (order === "" ? entries : orderEntries(entries, order, rules.pageTypes));
  const keyOf = ({ category = "", startsWith = "", depth, tags = [], order = "" }: LatestQuery) =>
    JSON.stringify([category, startsWith, depth, tags, order]);
  const select = (query: LatestQuery): Selection =>
    once(`select ${keyOf(query)}`, () => {
      const list = index(query.order ?? "").select(query);
      count("indexed", list.length);
      return { list, positions: new Map(list.map(({ uuid }, position) => [uuid, position])) };
    });
  return {
    latest(query) {
      const { list, positions } = select(query);
      const { except = [], offset = 0, limit = list.length } = query;
      const found: StoryEntry[] = [];
      for (let at = indexOfOffset(offset, except, positions); at < list.length && found.length < limit; at += 1) {
        const entry = list[at];
        count("entries");
        if (entry && !except.includes(entry.uuid)) found.push(entry);
      }
      return found;
    },
    total(query) {
      const { list, positions } = select(query);
      return list.length - new Set(query.except?.filter((uuid) => positions.has(uuid))).size;
    },
    counts: (query, field) =>
      once(`counts ${keyOf(query)} ${field}`, () => {
        const counts = new Map<string, number>();
        for (const entry of visit(select(query).list, count)) {
          const value = countedValue(entry, field);
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
      }),
    tags: (query) =>
      once(`tags ${keyOf(query)}`, () => {
        const counts = new Map<string, number>();
        for (const { tags } of visit(select(query).list, count))
          for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
        return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
      }),
    combinations: (query, fields) =>
      once(`combinations ${keyOf(query)} ${fields.join()}`, () => {
        const found = new Map<string, readonly string[]>();
        for (const entry of visit(select(query).list, count))
          for (const values of combinationsOf(entry, fields)) found.set(JSON.stringify(values), values);
        return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, values]) => values);
      }),
  };
}

/** Lists of all page types; `byType` has the stories of each in listing order. */
export function createStoryLists(
  byType: ReadonlyMap<string, readonly StoryEntry[]>,
  rules: ListingRules,
  count?: CountWork,
): StoryLists {
  const known = new Map<string, StoryLists>();
  return listsOfTypes((type) => {
    const lists = known.get(type) ?? createTypeLists(byType.get(type) ?? [], rules, count);
    known.set(type, lists);
    return lists;
  });
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

/** Position after skipping `offset` stories, not counting those in `except`. */
function indexOfOffset(
  offset: number,
  except: readonly string[],
  positions: Pick<ReadonlyMap<string, number>, "get">,
): number {
  const left = [...new Set(except)].flatMap((uuid) => positions.get(uuid) ?? []).sort((a, b) => a - b);
  let position = offset;
  for (const out of left) if (out <= position) position += 1;
  return position;
}

function visit(list: readonly StoryEntry[], count: CountWork): readonly StoryEntry[] {
  count("indexed", list.length);
  return list;
}

/** Counted values by field, so that a story's fields are read once as long as its entry is the same object. */
const counted = new WeakMap<StoryEntry, Map<string, string>>();

function countedValue(entry: StoryEntry, field: string): string {
  const values = counted.get(entry) ?? new Map<string, string>();
  counted.set(entry, values);
  const value = values.get(field) ?? stringOf(entry.fields[field]);
  values.set(field, value);
  return value;
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
