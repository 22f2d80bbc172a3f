import { fnv1a } from "./fnv1a.ts";

/** How a file that lists all pages of a large site is split, so that a publish rewrites little of it. */
export interface PartSizes {
  /** Up to this many entries it is one file. */
  whole: number;
  /** A part has about this many entries. */
  part: number;
}

/**
 * Number of parts for this many entries; 1 is a file that is not split. A power of two, so that it seldom changes as a
 * site grows.
 */
export function partCount(entries: number, { whole, part }: PartSizes): number {
  return entries <= whole ? 1 : 2 ** Math.ceil(Math.log2(entries / part));
}

/** Number of the part that an entry is in, from 0, whatever other entries there are. */
export function partOf(key: string, parts: number): number {
  const hash = fnv1a(key);
  return ((hash ^ (hash >>> 15)) >>> 0) % parts;
}

/** The entries of each part, in the order they came in. */
export function splitIntoParts<T>(entries: Iterable<T>, parts: number, keyOf: (entry: T) => string): T[][] {
  const divided = Array.from({ length: parts }, (): T[] => []);
  for (const entry of entries) divided[partOf(keyOf(entry), parts)]?.push(entry);
  return divided;
}
