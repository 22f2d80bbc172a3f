/** The last build's lists of one language, read by key, with changed ones in their place. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import type { LatestQuery, StoryQuery } from "../../content/reader.ts";
import { indexOfOffset, type StoryLists } from "../../content/story-lists.ts";
import { isSelected } from "../../content/type-index.ts";
import { DEPENDENCY_KINDS, type Dependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredCounts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { selectionKey } from "./list-queries.ts";
import { openOrder, placeOfStory, type StoryOrder } from "./story-order.ts";

export interface StoredLists extends StoryLists {
  /** Uuids of a list's stories. */
  uuids(query: LatestQuery): string[];
  /** Where a story is among those that a query selects; undefined if it is not. */
  placeOf(uuid: string, query: StoryQuery): number | undefined;
}

/** What differs from the last build's lists, by keys of the store. */
export interface ListChanges {
  orders: ReadonlyMap<string, StoryOrder>;
  answers: ReadonlyMap<string, StoredCounts>;
}

export interface StoredListsInput {
  store: Store;
  definition: ResolvedSite;
  lang: Lang;
  entry(uuid: string): StoryEntry | undefined;
  changes?: ListChanges | undefined;
}

/** Throws FullBuildNeeded for a query whose selection or counts were not stored. */
export function storedLists({ store, definition, lang, entry, changes }: StoredListsInput): StoredLists {
  const opened = new Map<string, StoryOrder>();
  const orderOf = (query: StoryQuery): StoryOrder => {
    const selection = selectionKey(query);
    const key = KEYS.order(lang, selection);
    const order = changes?.orders.get(key) ?? opened.get(key) ?? openOrder(store, lang, selection) ?? needsWhole();
    opened.set(key, order);
    return order;
  };
  const placeOf = (uuid: string, query: StoryQuery) => {
    const found = entry(uuid);
    if (found?.component !== query.type || !isSelected(found, query, definition)) return undefined;
    return placeOfStory(orderOf(query), found, { pageTypes: definition.pageTypes, entry });
  };
  const uuids = (query: LatestQuery): string[] => {
    const { except = [], offset = 0, limit = Number.POSITIVE_INFINITY } = query;
    if (limit === 0) return []; // no page depends on it, so it was not stored
    const get = (uuid: string) => placeOf(uuid, query);
    const from = offset === 0 ? 0 : indexOfOffset(offset, except, { get });
    const found = orderOf(query).slice(from, from + limit + except.length);
    return found.filter((uuid) => !except.includes(uuid)).slice(0, limit);
  };
  const countsOf = (dependency: Dependency): StoredCounts => {
    const key = KEYS.answer(lang, dependency);
    return changes?.answers.get(key) ?? (store.get(key) as StoredCounts | undefined) ?? needsWhole(); // by list-rows.ts
  };
  const { counts, combinations } = DEPENDENCY_KINDS;
  return {
    uuids,
    placeOf,
    latest: (query) => uuids(query).map((uuid) => entry(uuid) ?? needsWhole()),
    total(query) {
      const left = [...new Set(query.except)].filter((uuid) => placeOf(uuid, query) !== undefined);
      return orderOf(query).length - left.length;
    },
    counts: (query, field) =>
      countsOf(`counts:${counts.methods.counts(query, field)}`).map(([[value = ""], count]) => [value, count]),
    combinations: (query, fields) =>
      countsOf(`combinations:${combinations.methods.combinations(query, fields)}`).map(([values]) => values),
  };
}

function needsWhole(): never {
  throw new FullBuildNeeded();
}
