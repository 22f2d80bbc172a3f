/** Which list queries show a story, and which return something else after stories have come, gone, or moved. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredCounts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { ChangedCounts } from "./changed-counts.ts";
import type { ChangedSelection } from "./changed-orders.ts";
import { blockOf, listQueryOf, selectionsWith } from "./list-queries.ts";
import type { StoredLists } from "./stored-lists.ts";

/** A query, and the language of the pages that ask it. */
export type AffectedQuery = readonly [lang: Lang, dependency: Dependency];

/** The queries over a selection that show other stories, or have another number of them. */
export function affectedQueries(
  selected: ChangedSelection,
  { store, past, now }: { store: Store; past: StoredLists; now: StoredLists },
): AffectedQuery[] {
  const asked = new Set([...selected.dependencies, ...windowsOver(selected, past.total(selected.query), store)]);
  return [...asked]
    .filter((dependency) => shownText(dependency, past) !== shownText(dependency, now))
    .map((dependency) => [selected.lang, dependency]);
}

/** What a query shows, as a comparable text; queries that count are compared by `affectedCounts`. */
function shownText(dependency: Dependency, lists: StoredLists): string {
  const list = listQueryOf(dependency);
  if (list?.kind === "latest") return lists.uuids(list.query).join();
  return list?.kind === "total" ? String(lists.total(list.query)) : "";
}

/** Windows from the first change to the last, or to the end if there are now more stories or fewer. */
function windowsOver({ lang, selection, order, places }: ChangedSelection, before: number, store: Store): Dependency[] {
  const first = blockOf(Math.min(...places));
  // A place was noted before the stories that came later were put.
  const last = before === order.length ? Math.max(...places) + places.length : Math.max(before, order.length);
  const blocks = Array.from({ length: blockOf(last) - first + 1 }, (_, at) => first + at);
  return blocks.flatMap((block) => windowsIn(block, { lang, selection, store }));
}

function windowsIn(
  block: number,
  { lang, selection, store }: { lang: Lang; selection: string; store: Store },
): Dependency[] {
  return (store.get(KEYS.windows(lang, selection, block)) ?? []) as Dependency[]; // written by list-rows.ts
}

/** The queries whose pages see another result: those by several fields return no numbers. */
export function affectedCounts(counts: ChangedCounts): AffectedQuery[] {
  return [...counts.values()]
    .filter(({ dependency, before, now }) => countsText(dependency, before) !== countsText(dependency, now))
    .map(({ lang, dependency }) => [lang, dependency]);
}

function countsText(dependency: Dependency, counts: StoredCounts): string {
  const isSingle = listQueryOf(dependency)?.kind === "counts";
  return JSON.stringify(isSingle ? counts : counts.map(([values]) => values));
}

/** The queries that show a story. */
export function queriesShowing(
  entry: StoryEntry,
  { store, definition, lists }: { store: Store; definition: ResolvedSite; lists: StoredLists },
): Dependency[] {
  const { lang, uuid } = entry;
  return selectionsWith(entry, { store, rules: definition }).flatMap(({ selection, query, dependencies }) => {
    const place = lists.placeOf(uuid, query) ?? 0;
    return [...dependencies, ...windowsIn(blockOf(place), { lang, selection, store })].filter((dependency) => {
      const list = listQueryOf(dependency);
      if (list?.kind !== "latest") return false;
      const { offset, limit = Number.POSITIVE_INFINITY } = list.query;
      return offset === undefined ? place < limit : lists.uuids(list.query).includes(uuid);
    });
  });
}
