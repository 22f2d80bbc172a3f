import { compareText } from "../content/rules/compare-text.ts";
import { contentHash } from "../publish/content-hash.ts";

/**
 * All items, or a sample chosen by the items' hashes, so that the same list gives the same sample in any order. Items
 * are files or rules; a sample of files has up to `count` below _assets/ and as many others.
 */
export function sampleList<T extends { path: string } | { request: string }>(items: readonly T[], count?: number): T[] {
  if (count === undefined) return [...items];
  const nameOf = (item: T) => ("path" in item ? item.path : item.request);
  const isAsset = (item: T) => nameOf(item).startsWith("_assets/");
  const some = (list: readonly T[]) =>
    list
      .map((item) => ({ item, order: contentHash(nameOf(item)) }))
      .sort((a, b) => compareText(a.order, b.order))
      .slice(0, count)
      .map(({ item }) => item);
  return [...some(items.filter((item) => !isAsset(item))), ...some(items.filter(isAsset))];
}
