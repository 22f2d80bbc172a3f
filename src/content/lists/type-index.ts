import type { StoryEntry } from "../../site/api/model.ts";
import type { StoryQuery } from "../../site/api/reader.ts";
import { appendTo } from "../../util/append-to.ts";
import { once } from "../../util/once.ts";
import type { CountWork } from "../../util/work-counter.ts";
import { categoryOf, folderSlug, type ListingRules, pageDepth } from "./listing.ts";

/** Positions in their list, ascending. */
export type TypeIndex = (query: Omit<StoryQuery, "type">) => readonly number[];

/**
 * Finds the stories of one page type by category, folder, depth and tags. Each index over the entries is created on
 * demand, and stays right as long as `entries` returns the same stories in the same order, with the same slugs, categories
 * and tags.
 */
export function createTypeIndex(
  entries: () => readonly StoryEntry[],
  rules: ListingRules,
  count: CountWork,
): TypeIndex {
  const groupBy = <K>(keysOf: (entry: StoryEntry) => Iterable<K>): Map<K, number[]> => {
    const groups = new Map<K, number[]>();
    for (const [position, entry] of entries().entries())
      for (const key of keysOf(entry)) appendTo(groups, key, position);
    return groups;
  };
  const ofAll = once((): readonly number[] => entries().map((_, position) => position));
  const byCategory = once(() => groupBy((entry) => [categoryOf(entry, rules.pageTypes)]));
  const byDepth = once(() => groupBy((entry) => [pageDepth(entry, rules)]));
  const byTag = once(() => groupBy((entry) => new Set(entry.tags)));
  const bySlug = once(() => sortedBySlug(entries(), rules, count));
  const ofTags = (tags: readonly string[]): readonly number[] => {
    const [only, ...more] = tags.map((tag) => byTag().get(tag) ?? []);
    return more.length === 0 ? (only ?? []) : inListOrder([...new Set([only ?? [], ...more].flat())]);
  };
  const belowSlug = (start: string): readonly number[] => {
    const sorted = bySlug();
    const found: number[] = [];
    for (let at = lowerBound(sorted, start); sorted[at]?.slug.startsWith(start); at += 1)
      found.push((sorted[at] as Slugged).position);
    return inListOrder(found);
  };
  return ({ tags, ...query }) => {
    const { category = "", startsWith = "", depth } = query;
    const within = (found: readonly number[], rest: Parameters<typeof isSelected>[1]) =>
      found.filter((position) => isSelected(entries()[position] as StoryEntry, rest, rules));
    if (tags !== undefined) return within(ofTags(tagList(tags)), query);
    if (startsWith === "" && depth === undefined) return category === "" ? ofAll() : (byCategory().get(category) ?? []);
    const found = startsWith === "" ? (byDepth().get(depth ?? 0) ?? []) : belowSlug(folderSlug(startsWith, rules));
    return within(found, { category, depth });
  };
}

/** Whether a story of the query's type matches the rest of it. */
function isSelected(
  entry: StoryEntry,
  { category = "", startsWith = "", depth }: { [K in "category" | "startsWith" | "depth"]?: StoryQuery[K] | undefined },
  rules: ListingRules,
): boolean {
  return (
    (category === "" || categoryOf(entry, rules.pageTypes) === category) &&
    (depth === undefined || pageDepth(entry, rules) === depth) &&
    (startsWith === "" || folderSlug(entry.slug, rules).startsWith(folderSlug(startsWith, rules)))
  );
}

/** A story's position in the list, and its folder slug, by which the index is sorted. */
interface Slugged {
  position: number;
  slug: string;
}

function inListOrder(found: number[]): number[] {
  return found.sort((a, b) => a - b);
}

function tagList(tags: string | readonly string[]): readonly string[] {
  return typeof tags === "string" ? [tags] : [...new Set(tags)];
}

function sortedBySlug(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): readonly Slugged[] {
  count("indexed", entries.length);
  const positioned = entries.map((entry, position) => ({ position, slug: folderSlug(entry.slug, rules) }));
  return positioned.sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Index of the first slug that is not before `start`. */
function lowerBound(sorted: readonly Slugged[], start: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.slug ?? "") < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
