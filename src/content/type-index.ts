import { appendTo } from "./append-to.ts";
import { categoryOf, folderSlug, type ListingRules, pageDepth } from "./listing.ts";
import type { StoryEntry } from "./model.ts";
import type { StoryQuery } from "./reader.ts";
import type { CountWork } from "./work-counter.ts";

/** Finds the stories of one page type by category, folder, depth and tags. */
export interface TypeIndex {
  /** In the order of the list. */
  select(query: Omit<StoryQuery, "type">): readonly StoryEntry[];
}

/** Each index over the entries is created on demand. */
export function createTypeIndex(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): TypeIndex {
  let byCategory: Map<string, StoryEntry[]> | undefined;
  let byTag: Map<string, Positioned[]> | undefined;
  let byDepth: Map<number, StoryEntry[]> | undefined;
  let bySlug: readonly Slugged[] | undefined;
  const ofCategory = (category: string): readonly StoryEntry[] => {
    byCategory ??= groupBy(entries, (entry) => categoryOf(entry, rules.pageTypes));
    return byCategory.get(category) ?? [];
  };
  const ofDepth = (depth: number): readonly StoryEntry[] => {
    byDepth ??= groupBy(entries, (entry) => pageDepth(entry, rules));
    return byDepth.get(depth) ?? [];
  };
  const ofTags = (tags: readonly string[]): readonly StoryEntry[] => {
    byTag ??= groupByTag(entries);
    const [only, ...more] = tags.map((tag) => byTag?.get(tag) ?? []);
    if (more.length === 0) return (only ?? []).map(({ entry }) => entry);
    return inListOrder([...new Set([only ?? [], ...more].flat())]);
  };
  const belowSlug = (start: string): readonly StoryEntry[] => {
    bySlug ??= sortedBySlug(entries, rules, count);
    const from = lowerBound(bySlug, start);
    const found: Slugged[] = [];
    for (let at = from; bySlug[at]?.slug.startsWith(start); at += 1) found.push(bySlug[at] as Slugged);
    return inListOrder(found);
  };
  return {
    select({ tags, ...query }) {
      const { category = "", startsWith = "", depth } = query;
      if (tags !== undefined) return ofTags(tagList(tags)).filter((entry) => isSelected(entry, query, rules));
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

/** A story and its position in the list. */
interface Positioned {
  entry: StoryEntry;
  position: number;
}

/** A story with its folder slug, by which the index is sorted. */
interface Slugged extends Positioned {
  slug: string;
}

function inListOrder(found: Positioned[]): StoryEntry[] {
  return found.sort((a, b) => a.position - b.position).map(({ entry }) => entry);
}

function tagList(tags: string | readonly string[]): readonly string[] {
  return typeof tags === "string" ? [tags] : [...new Set(tags)];
}

function groupByTag(entries: readonly StoryEntry[]): Map<string, Positioned[]> {
  const groups = new Map<string, Positioned[]>();
  for (const [position, entry] of entries.entries()) {
    const positioned = { entry, position };
    for (const tag of new Set(entry.tags)) appendTo(groups, tag, positioned);
  }
  return groups;
}

function groupBy<K>(entries: readonly StoryEntry[], keyOf: (entry: StoryEntry) => K): Map<K, StoryEntry[]> {
  const groups = new Map<K, StoryEntry[]>();
  for (const entry of entries) appendTo(groups, keyOf(entry), entry);
  return groups;
}

function sortedBySlug(entries: readonly StoryEntry[], rules: ListingRules, count: CountWork): readonly Slugged[] {
  count("indexed", entries.length);
  const positioned = entries.map((entry, position) => ({ entry, position, slug: folderSlug(entry.slug, rules) }));
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
