/** Lists of paths, stored by number with several in a row of the store, so that a few can be read without the rest. */
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { Row } from "../../row-table.ts";

const PATHS_A_ROW = 50;

/** `keyOf` returns the key of a row from its number. */
export function* pathRows(keyOf: (row: number) => string, paths: readonly string[]): Iterable<Row> {
  for (let at = 0; at < paths.length; at += PATHS_A_ROW)
    yield [keyOf(at / PATHS_A_ROW), paths.slice(at, at + PATHS_A_ROW)];
}

/** The rows that change where `added` paths follow the `known` number of paths. */
export function addedPathRows(
  store: Store,
  { keyOf, known, added }: { keyOf: (row: number) => string; known: number; added: readonly string[] },
): Iterable<Row> {
  const first = Math.floor(known / PATHS_A_ROW);
  const begun = known % PATHS_A_ROW === 0 ? [] : ((store.get(keyOf(first)) ?? []) as string[]); // written by pathRows
  return pathRows((row) => keyOf(first + row), [...begun, ...added]);
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

/** All pages that have a number, including those removed since the last full build, with their paths by number. */
export function numberedPages(store: Store): { count: number; pathOf: (number: number) => string | undefined } {
  const known = store.get(KEYS.numbered) as number; // written by save-site.ts
  const added = (store.get(KEYS.newPages) ?? []) as string[]; // written by changed-rows.ts
  const pathOf = openPaths(store, KEYS.paths);
  return {
    count: known + added.length,
    pathOf: (number) => (number < known ? pathOf(number) : added[number - known]),
  };
}
