import { contentHash } from "../publish/content-hash.ts";

/**
 * All of a list, or so many spread over it: always the same ones for the same list, whatever its order, since the
 * hash of an item decides. Items are files or rules; of files as many hashed ones as others are taken.
 */
export function sampleList<T extends { path: string } | { request: string }>(items: readonly T[], count?: number): T[] {
  if (count === undefined) return [...items];
  const nameOf = (item: T) => ("path" in item ? item.path : item.request);
  const isAsset = (item: T) => nameOf(item).startsWith("_assets/");
  const some = (list: readonly T[]) =>
    list
      .map((item) => ({ item, order: contentHash(nameOf(item)) }))
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .slice(0, count)
      .map(({ item }) => item);
  return [...some(items.filter((item) => !isAsset(item))), ...some(items.filter(isAsset))];
}
