import { getOrInsert } from "./get-or-insert.ts";

/** Keeps values by key as long as the object exists that they were made from. */
export function keptWith<O extends object, K, V>(): (from: O, key: K, make: () => V) => V {
  const known = new WeakMap<O, Map<K, V>>();
  return (from, key, make) =>
    getOrInsert(
      getOrInsert(known, from, () => new Map<K, V>()),
      key,
      make,
    );
}
