import type { StoryEntry } from "./model.ts";
import type { StoryQuery } from "./reader.ts";
import type { CountWork } from "./work.ts";

/** Finds the stories of one page type by category and folder. */
export interface TypeIndex {
  /** In listing order. */
  select(query: Pick<StoryQuery, "category" | "startsWith">): readonly StoryEntry[];
}

/** `entries` are in listing order; each index over them is made when it is first needed. */
export function createTypeIndex(entries: readonly StoryEntry[], count: CountWork): TypeIndex {
  let byCategory: Map<unknown, StoryEntry[]> | undefined;
  let bySlug: readonly Placed[] | undefined;
  const ofCategory = (category: string): readonly StoryEntry[] => {
    byCategory ??= groupByCategory(entries);
    return byCategory.get(category) ?? [];
  };
  const belowSlug = (start: string): readonly StoryEntry[] => {
    bySlug ??= sortedBySlug(entries, count);
    const from = lowerBound(bySlug, start);
    const found: Placed[] = [];
    for (let at = from; bySlug[at]?.entry.slug.startsWith(start); at += 1) found.push(bySlug[at] as Placed);
    return found.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
  };
  return {
    select({ category = "", startsWith = "" }) {
      if (startsWith === "") return category === "" ? entries : ofCategory(category);
      const below = belowSlug(startsWith);
      return category === "" ? below : below.filter(({ fields }) => fields.category === category);
    },
  };
}

/** A story and its place in listing order. */
interface Placed {
  entry: StoryEntry;
  place: number;
}

function groupByCategory(entries: readonly StoryEntry[]): Map<unknown, StoryEntry[]> {
  const groups = new Map<unknown, StoryEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.fields.category);
    if (group) group.push(entry);
    else groups.set(entry.fields.category, [entry]);
  }
  return groups;
}

function sortedBySlug(entries: readonly StoryEntry[], count: CountWork): readonly Placed[] {
  count("indexed", entries.length);
  const placed = entries.map((entry, place) => ({ entry, place }));
  return placed.sort((a, b) => (a.entry.slug < b.entry.slug ? -1 : 1));
}

/** Place of the first slug that is not before `start`. */
function lowerBound(sorted: readonly Placed[], start: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.entry.slug ?? "") < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
