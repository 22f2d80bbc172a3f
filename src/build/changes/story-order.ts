/** The stories that a query selects, in listing order, stored in parts so that a change reads and writes few of them. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import { type PageTypes, sortKeyOf } from "../../content/order.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { KEYS, type Row, type StoredOrder } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

const STORIES_A_PART = 50;
/** A part that has grown beyond this is divided. */
const MOST_IN_A_PART = 2 * STORIES_A_PART;

/** `selection` is the query's key (list-queries.ts). */
export function* orderRows(lang: Lang, selection: string, uuids: readonly string[]): Iterable<Row> {
  const parts: StoredOrder["parts"] = [];
  for (let at = 0; at < uuids.length; at += STORIES_A_PART) {
    const stories = uuids.slice(at, at + STORIES_A_PART);
    yield [KEYS.orderPart(lang, selection, parts.length), stories];
    parts.push([parts.length, stories.length]);
  }
  yield [KEYS.order(lang, selection), { next: parts.length, parts } satisfies StoredOrder];
}

export interface StoryOrder {
  readonly length: number;
  /** Uuids of the stories between two places. */
  slice(from: number, to: number): string[];
  insert(place: number, uuid: string): void;
  remove(place: number): void;
  /** The rows of the store that differ. */
  rows(): Row[];
}

/** Reads an order that `orderRows` wrote; changes are kept here. Null if there is none. */
export function openOrder(store: Store, lang: Lang, selection: string): StoryOrder | null {
  const key = KEYS.order(lang, selection);
  const stored = store.get(key) as StoredOrder | undefined; // written by orderRows and `rows` below
  if (!stored) return null;
  const keyOf = (part: number) => KEYS.orderPart(lang, selection, part);
  const parts = stored.parts.map(([part, stories]) => ({ part, stories }));
  let { next } = stored;
  const changed = new Map<number, string[]>();
  const dropped: number[] = [];
  const read = (part: number) => changed.get(part) ?? (store.get(keyOf(part)) as string[]); // as above
  /** The part with a place, or the last one for the place at the end. */
  const find = (place: number) => {
    let [at, first] = [0, 0];
    for (const { stories } of parts) {
      if (place < first + stories || at === parts.length - 1) break;
      first += stories;
      at += 1;
    }
    return { at, first };
  };
  const put = (at: number, part: number, uuids: string[]) => {
    changed.set(part, uuids);
    parts[at] = { part, stories: uuids.length };
  };
  const divide = (at: number, part: number, uuids: readonly string[]) => {
    parts.splice(at + 1, 0, { part: next, stories: 0 });
    put(at + 1, next, uuids.slice(STORIES_A_PART));
    put(at, part, uuids.slice(0, STORIES_A_PART));
    next += 1;
  };
  return {
    get length() {
      return parts.reduce((sum, { stories }) => sum + stories, 0);
    },
    slice(from, to) {
      const found: string[] = [];
      let { at, first } = find(from);
      for (; at < parts.length && first < to; at += 1) {
        const { part, stories } = parts[at] as (typeof parts)[number]; // at is below the length
        found.push(...read(part).slice(Math.max(0, from - first), to - first));
        first += stories;
      }
      return found;
    },
    insert(place, uuid) {
      const { at, first } = find(place);
      const { part } = parts[at] ?? { part: next++ };
      const uuids = parts[at] ? read(part).toSpliced(place - first, 0, uuid) : [uuid];
      if (uuids.length > MOST_IN_A_PART) divide(at, part, uuids);
      else put(at, part, uuids);
    },
    remove(place) {
      const { at, first } = find(place);
      const { part } = parts[at] ?? missing();
      const uuids = read(part).toSpliced(place - first, 1);
      put(at, part, uuids);
      if (uuids.length > 0) return;
      parts.splice(at, 1);
      changed.delete(part);
      dropped.push(part);
    },
    rows: () => [
      [key, { next, parts: parts.map(({ part, stories }) => [part, stories]) } satisfies StoredOrder],
      ...[...changed].map(([part, uuids]): Row => [keyOf(part), uuids]),
      ...dropped.map((part): Row => [keyOf(part), undefined]),
    ],
  };
}

function missing(): never {
  throw new FullBuildNeeded();
}

/** What is known of the stories of an order. */
export interface OrderedStories {
  pageTypes: PageTypes;
  /** The entry that decides a story's place. */
  entry(uuid: string): StoryEntry | undefined;
}

/** Where an entry is in an order, or would be. */
export function placeIn(order: StoryOrder, entry: StoryEntry, { pageTypes, entry: entryOf }: OrderedStories): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [uuid = ""] = order.slice(middle, middle + 1);
    if (compareEntries(entryOf(uuid) ?? missing(), entry, pageTypes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a story of the order is. Throws FullBuildNeeded if it is not there. */
export function placeOfStory(order: StoryOrder, entry: StoryEntry, stories: OrderedStories): number {
  const place = placeIn(order, entry, stories);
  return order.slice(place, place + 1)[0] === entry.uuid ? place : missing();
}

/** Compares entries of one page type as `sortEntries` of src/content/order.ts sorts them. */
export function compareEntries(a: StoryEntry, b: StoryEntry, pageTypes: PageTypes): number {
  const [one, other] = [sortKeyOf(a, pageTypes), sortKeyOf(b, pageTypes)];
  return one.position - other.position || compareText(other.stamp, one.stamp) || compareText(a.uuid, b.uuid);
}
