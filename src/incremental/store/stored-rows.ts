/** The rows of a store by their keys. */
import type { StoreChanges, StoreDatabase } from "./database.ts";
import { DamagedStore, type NumberedText, openTree, type TreeTop } from "./hash-tree.ts";
import { fromLeaf, hashOf, leafOf, type Place, sumOf, toLeaf } from "./places.ts";
import type { Row } from "./rows.ts";

/** All that is known of a store without reading it. */
export interface StoreTop extends TreeTop {
  /** The number of the next new row. */
  next: number;
}

export interface StoredRows {
  /** A row as JSON, checked; undefined if there is none. Throws DamagedStore. */
  text(key: string): string | undefined;
  /** What changes with some rows; undefined removes a key. Throws DamagedStore. */
  changed(rows: ReadonlyMap<string, unknown>): Omit<StoreChanges, "nodes"> & { nodes: NumberedText[]; top: StoreTop };
}

export function openRows(top: StoreTop, { node, row: read }: StoreDatabase): StoredRows {
  const { bits } = top;
  const tree = openTree(top, node);
  const leaves = new Map<number, Place[]>();
  const placesIn = (leaf: number): Place[] => {
    const places = leaves.get(leaf) ?? fromLeaf(tree.leaf(leaf));
    leaves.set(leaf, places);
    return places;
  };
  const find = (key: string): { row: number; text: string } | undefined => {
    const hash = hashOf(key);
    const start = `${JSON.stringify([key]).slice(0, -1)},`;
    for (const [of, row, sum] of placesIn(leafOf(hash, bits))) {
      if (of !== hash) continue;
      const text = read(row) ?? "";
      if (sumOf(text) !== sum) throw new DamagedStore();
      if (text.startsWith(start)) return { row, text };
    }
    return undefined;
  };
  return {
    text: (key) => find(key)?.text,
    changed(values) {
      let { next } = top;
      const rows: NumberedText[] = [];
      const removed: number[] = [];
      const changed = new Map<number, Place[]>();
      for (const [key, value] of values) {
        const hash = hashOf(key);
        const leaf = leafOf(hash, bits);
        const found = find(key)?.row;
        const others = (changed.get(leaf) ?? placesIn(leaf)).filter(([, row]) => row !== found);
        if (value !== undefined) {
          const text = JSON.stringify([key, value] satisfies Row);
          const row = found ?? next++;
          rows.push([row, text]);
          others.push([hash, row, sumOf(text)]);
        } else if (found !== undefined) removed.push(found);
        changed.set(leaf, others);
      }
      const { nodes, hash } = tree.changed(new Map([...changed].map(([leaf, places]) => [leaf, toLeaf(places)])));
      return { rows, removed, nodes, top: { bits, next, hash } };
    },
  };
}
