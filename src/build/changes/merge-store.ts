/** What publishes have appended to the store becomes part of its table, so that the next ones read no more than the first. */
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { Row } from "../../row-table.ts";
import { addedPathRows } from "./stored-paths.ts";

/** Called when the pages are out: it takes longer on a larger site, and it is seldom needed. */
export function mergeIfFull(store: Store): void {
  if (!store.isFull()) return;
  store.append([...numberedRows(store), ...faultyRows(store)]);
  store.merge();
}

/** New pages among the others. */
function* numberedRows(store: Store): Iterable<Row> {
  const known = store.get(KEYS.numbered) as number; // written by save-site.ts, as is `faulty` below
  const added = (store.get(KEYS.newPages) ?? []) as string[]; // written by changed-rows.ts
  if (added.length === 0) return;
  yield* addedPathRows(store, { keyOf: KEYS.paths, known, added });
  yield [KEYS.numbered, known + added.length];
  yield [KEYS.newPages, undefined];
}

/** Pages with problems in one list. */
function* faultyRows(store: Store): Iterable<Row> {
  const added = (store.get(KEYS.newFaulty) ?? []) as string[]; // written by changed-problems.ts
  if (added.length === 0) return;
  const all = [...(store.get(KEYS.faulty) as string[]), ...added];
  yield [KEYS.faulty, all.filter((path) => store.get(KEYS.problemsOf(path)) !== undefined)];
  yield [KEYS.newFaulty, undefined];
}
