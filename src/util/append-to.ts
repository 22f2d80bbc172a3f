/**
 * Appends to a key's list, creating it if needed. In place, since copying the list for each value would take quadratic
 * time.
 */
export function appendTo<K, V>(lists: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = lists.get(key);
  if (list) list.push(...values);
  else lists.set(key, values);
}
