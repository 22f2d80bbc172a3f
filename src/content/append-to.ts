/**
 * Adds to the list of a key, which begins empty. In place: a new list for each value takes time by the square of its
 * length.
 */
export function appendTo<K, V>(lists: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = lists.get(key);
  if (list) list.push(...values);
  else lists.set(key, values);
}
