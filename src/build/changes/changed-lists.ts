/** Results of list queries after stories have come, gone, or moved within lists: from the last results, story by story. */
import type { Lang } from "../../content/model.ts";
import { type AffectedQuery, affectedCounts, affectedQueries } from "./affected-queries.ts";
import { changedCounts } from "./changed-counts.ts";
import { changedOrders } from "./changed-orders.ts";
import type { ListChange, ListInput } from "./list-changes.ts";
import { type ListChanges, storedLists } from "./stored-lists.ts";
import { entryKey } from "./stored-site.ts";

export interface ChangedLists extends ListChanges {
  /** Queries whose results have changed. */
  affected: AffectedQuery[];
}

/** Throws FullBuildNeeded where the last result of a query was not stored. */
export function changedLists(changes: readonly ListChange[], input: ListInput): ChangedLists {
  const { store, definition } = input;
  const selections = changedOrders(changes, input);
  const counts = changedCounts(changes, input);
  const orders = new Map([...selections].map(([key, { order }]) => [key, order]));
  const answers = new Map([...counts].map(([key, { now }]) => [key, now]));
  const entries = new Map(
    changes.flatMap(({ before, now }) => {
      const one = now ?? before;
      return one ? [[entryKey(one.lang, one.uuid), now ?? undefined] as const] : [];
    }),
  );
  const entryNow = (lang: Lang, uuid: string) => {
    const key = entryKey(lang, uuid);
    return entries.has(key) ? entries.get(key) : input.entry(lang, uuid);
  };
  const listsIn = (lang: Lang, entry: ListInput["entry"], changed?: ListChanges) =>
    storedLists({ store, definition, lang, entry: (uuid) => entry(lang, uuid), changes: changed });
  const ofOrders = [...selections.values()].flatMap((selected) => {
    const past = listsIn(selected.lang, input.entry);
    const now = listsIn(selected.lang, entryNow, { orders, answers });
    return affectedQueries(selected, { store, past, now });
  });
  return { orders, answers, affected: [...ofOrders, ...affectedCounts(counts)] };
}
