import { categoryOf, folderSlug, type ListingRules } from "./listing.ts";
import type { StoryEntry } from "./model.ts";
import type { StoryQuery } from "./reader.ts";
import type { CountWork } from "./work-counter.ts";

/** Finds the stories of one page type by category and folder. */
export interface TypeIndex {
  /** In listing order. */
  select(query: Pick<StoryQuery, "category" | "startsWith">): readonly StoryEntry[];
}

/** `entries` are in listing order; each index over them is made when it is first needed. */
export function createTypeIndex(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): TypeIndex {
  let byCategory: Map<string, StoryEntry[]> | undefined;
  let bySlug: readonly Placed[] | undefined;
  const ofCategory = (category: string): readonly StoryEntry[] => {
    byCategory ??= groupByCategory(entries, rules);
    return byCategory.get(category) ?? [];
  };
  const belowSlug = (start: string): readonly StoryEntry[] => {
    bySlug ??= sortedBySlug(entries, rules, count);
    const from = lowerBound(bySlug, start);
    const found: Placed[] = [];
    for (let at = from; bySlug[at]?.slug.startsWith(start); at += 1) found.push(bySlug[at] as Placed);
    return found.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
  };
  return {
    select({ category = "", startsWith = "" }) {
      if (startsWith === "") return category === "" ? entries : ofCategory(category);
      const below = belowSlug(folderSlug(startsWith, rules));
      return category === "" ? below : below.filter((entry) => categoryOf(entry, rules.pageTypes) === category);
    },
  };
}

/** A story and its place in listing order. */
interface Placed {
  entry: StoryEntry;
  slug: string;
  place: number;
}

function groupByCategory(entries: readonly StoryEntry[], { pageTypes }: ListingRules): Map<string, StoryEntry[]> {
  const groups = new Map<string, StoryEntry[]>();
  for (const entry of entries) {
    const category = categoryOf(entry, pageTypes);
    const group = groups.get(category);
    if (group) group.push(entry);
    else groups.set(category, [entry]);
  }
  return groups;
}

function sortedBySlug(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): readonly Placed[] {
  count("indexed", entries.length);
  const placed = entries.map((entry, place) => ({ entry, place, slug: folderSlug(entry.slug, rules) }));
  return placed.sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Place of the first slug that is not before `start`. */
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
