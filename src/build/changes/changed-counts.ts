/** How many stories have which values, after some have come, gone, or got other values: from the last counts. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import { stringOf } from "../../content/resolve/context.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { combinationsOf } from "../../content/story-lists.ts";
import { isSelected } from "../../content/type-index.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredCounts } from "../../incremental/store/rows.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { ListChange, ListInput } from "./list-changes.ts";
import { type ListQuery, listQueryOf, selectionsWith } from "./list-queries.ts";

/** How many of the stories have each combination of values. */
export function storedCombinations(stories: readonly StoryEntry[], fields: readonly string[]): StoredCounts {
  const added = stories.flatMap((entry) => combinationsOf(entry, fields));
  return sortedCounts(countsAfter([], { left: [], added }), false);
}

/** New counts by key of the store, each with the query that they are the result of. */
export type ChangedCounts = Map<
  string,
  { lang: Lang; dependency: Dependency; before: StoredCounts; now: StoredCounts }
>;

export function changedCounts(changes: readonly ListChange[], { store, definition }: ListInput): ChangedCounts {
  const found: ChangedCounts = new Map();
  for (const change of changes) {
    const entries = [change.before, change.now].filter((entry) => entry !== null);
    const selections = entries.flatMap((entry) => selectionsWith(entry, { store, rules: definition }));
    const lang = entries[0]?.lang ?? "";
    for (const dependency of new Set(selections.flatMap(({ dependencies }) => dependencies))) {
      const list = listQueryOf(dependency);
      if (list?.kind !== "counts" && list?.kind !== "combinations") continue;
      const key = KEYS.answer(lang, dependency);
      const before = store.get(key) as StoredCounts | undefined; // written by list-rows.ts
      if (!before) throw new FullBuildNeeded();
      const last = found.get(key)?.now ?? before;
      const now = countsWith(change, last, list, definition);
      if (now !== last) found.set(key, { lang, dependency, before, now });
    }
  }
  return found;
}

/** The same value if the change does not concern the query. */
function countsWith(
  { before, now }: ListChange,
  last: StoredCounts,
  { query, by }: ListQuery,
  definition: ResolvedSite,
): StoredCounts {
  const valuesOf = (entry: StoryEntry | null): string[][] => {
    if (!entry || !isSelected(entry, query, definition)) return [];
    return typeof by === "string" ? [[stringOf(entry.fields[by])]] : combinationsOf(entry, by);
  };
  const moved = { left: valuesOf(before), added: valuesOf(now) };
  if (JSON.stringify(moved.left) === JSON.stringify(moved.added)) return last;
  return sortedCounts(countsAfter(last, moved), typeof by === "string");
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
