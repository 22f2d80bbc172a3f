import { appendTo } from "./append-to.ts";
import { categoryOf, folderSlug, type ListingRules, pageDepth } from "./listing.ts";
import type { StoryEntry } from "./model.ts";
import type { StoryQuery } from "./reader.ts";
import type { CountWork } from "./work-counter.ts";

/** Finds the stories of one page type by category, folder and depth. */
export interface TypeIndex {
  /** In listing order. */
  select(query: Omit<StoryQuery, "type">): readonly StoryEntry[];
}

/** `entries` are in listing order; each index over them is created on demand. */
export function createTypeIndex(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): TypeIndex {
  let byCategory: Map<string, StoryEntry[]> | undefined;
  let byDepth: Map<number, StoryEntry[]> | undefined;
  let bySlug: readonly Placed[] | undefined;
  const ofCategory = (category: string): readonly StoryEntry[] => {
    byCategory ??= groupBy(entries, (entry) => categoryOf(entry, rules.pageTypes));
    return byCategory.get(category) ?? [];
  };
  const ofDepth = (depth: number): readonly StoryEntry[] => {
    byDepth ??= groupBy(entries, (entry) => pageDepth(entry, rules));
    return byDepth.get(depth) ?? [];
  };
  const belowSlug = (start: string): readonly StoryEntry[] => {
    bySlug ??= sortedBySlug(entries, rules, count);
    const from = lowerBound(bySlug, start);
    const found: Placed[] = [];
    for (let at = from; bySlug[at]?.slug.startsWith(start); at += 1) found.push(bySlug[at] as Placed);
    return found.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
  };
  return {
    select({ category = "", startsWith = "", depth }) {
      if (startsWith === "" && depth === undefined) return category === "" ? entries : ofCategory(category);
      const found = startsWith === "" ? ofDepth(depth ?? 0) : belowSlug(folderSlug(startsWith, rules));
      return found.filter((entry) => isSelected(entry, { category, depth }, rules));
    },
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

/** A story and its position in listing order. */
interface Placed {
  entry: StoryEntry;
  slug: string;
  place: number;
}

function groupBy<K>(entries: readonly StoryEntry[], keyOf: (entry: StoryEntry) => K): Map<K, StoryEntry[]> {
  const groups = new Map<K, StoryEntry[]>();
  for (const entry of entries) appendTo(groups, keyOf(entry), entry);
  return groups;
}

function sortedBySlug(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): readonly Placed[] {
  count("indexed", entries.length);
  const placed = entries.map((entry, place) => ({ entry, place, slug: folderSlug(entry.slug, rules) }));
  return placed.sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Index of the first slug that is not before `start`. */
function lowerBound(sorted: readonly Placed[], start: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.slug ?? "") < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
