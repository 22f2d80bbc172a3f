import { fnv1a } from "./fnv1a.ts";

/** How a file that tells of everything on a large site is divided, so that a publish rewrites little of it. */
export interface Division {
  /** Up to so many entries it is one file. */
  whole: number;
  /** About so many entries are in a part. */
  part: number;
}

/**
 * Number of parts for so many entries; 1 is a file that is not divided. A power of two, so that a site that grows keeps
 * it for long.
 */
export function partCount(entries: number, { whole, part }: Division): number {
  return entries <= whole ? 1 : 2 ** Math.ceil(Math.log2(entries / part));
}

/** Number of the part that an entry is in, from 0, whatever other entries there are. */
export function partOf(key: string, parts: number): number {
  const hash = fnv1a(key);
  return ((hash ^ (hash >>> 15)) >>> 0) % parts;
}

/** The entries of each part, in the order they came in. */
export function divide<T>(entries: Iterable<T>, parts: number, keyOf: (entry: T) => string): T[][] {
  const divided = Array.from({ length: parts }, (): T[] => []);
  for (const entry of entries) divided[partOf(keyOf(entry), parts)]?.push(entry);
  return divided;
}
