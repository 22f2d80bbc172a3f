/** The key's value; if there is none, it is made and kept. As `getOrInsertComputed` of a Map, which Node 20 lacks. */
export function getOrInsert<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined && known !== null) return known;
  const made = make();
  map.set(key, made);
  return made;
}
