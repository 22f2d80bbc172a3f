/** Lists of paths, stored by number with several in a row of the store, so that a few can be read without the rest. */
import { KEYS, type Row } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";

const PATHS_A_ROW = 50;

/** `keyOf` returns the key of a row from its number. */
export function* pathRows(keyOf: (row: number) => string, paths: readonly string[]): Iterable<Row> {
  for (let at = 0; at < paths.length; at += PATHS_A_ROW)
    yield [keyOf(at / PATHS_A_ROW), paths.slice(at, at + PATHS_A_ROW)];
}

/** The rows that change where pages are added, which have the next numbers. */
export function* addedPageRows(store: Store, added: readonly string[]): Iterable<Row> {
  if (added.length === 0) return;
  const known = store.get(KEYS.numbered) as number; // written by save-site.ts and below
  const first = Math.floor(known / PATHS_A_ROW);
  const begun = known % PATHS_A_ROW === 0 ? [] : ((store.get(KEYS.paths(first)) ?? []) as string[]); // written by pathRows
  yield* pathRows((row) => KEYS.paths(first + row), [...begun, ...added]);
  yield [KEYS.numbered, known + added.length];
}

/** Reads paths that `pathRows` wrote, by number. Each row is read at most once. */
export function openPaths(store: Store, keyOf: (row: number) => string): (number: number) => string | undefined {
  const rows = new Map<number, readonly string[]>();
  return (number) => {
    const row = Math.floor(number / PATHS_A_ROW);
    const paths = rows.get(row) ?? ((store.get(keyOf(row)) ?? []) as string[]); // written by pathRows
    rows.set(row, paths);
    return paths[number % PATHS_A_ROW];
  };
}

/** All pages that have a number, including removed ones, with their paths by number. */
export function numberedPages(store: Store): { count: number; pathOf: (number: number) => string | undefined } {
  const count = store.get(KEYS.numbered) as number; // written by save-site.ts and above
  return { count, pathOf: openPaths(store, KEYS.paths) };
}
