import { fnv1a } from "./fnv1a.ts";

/** How to split a file that lists all pages of a large site, so that a publish rewrites little of it. */
export interface PartSizes {
  /** Up to this many entries stay in one file. */
  whole: number;
  /** Approximate number of entries per file. */
  part: number;
}

/**
 * Number of files for this many entries. A power of two, so that it rarely changes as a site grows.
 */
export function partCount(entries: number, { whole, part }: PartSizes): number {
  return entries <= whole ? 1 : 2 ** Math.ceil(Math.log2(entries / part));
}

/** 0-based number of an entry's file; does not depend on other entries. */
export function partOf(key: string, parts: number): number {
  const hash = fnv1a(key);
  return ((hash ^ (hash >>> 15)) >>> 0) % parts;
}

/** The entries of each file, in input order. */
export function splitIntoParts<T>(entries: Iterable<T>, parts: number, keyOf: (entry: T) => string): T[][] {
  const divided = Array.from({ length: parts }, (): T[] => []);
  for (const entry of entries) divided[partOf(keyOf(entry), parts)]?.push(entry);
  return divided;
}
