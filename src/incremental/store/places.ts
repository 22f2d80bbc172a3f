/** Where the rows of a store are, by the hash of their keys: the leaves of its hash tree. */
import { hash } from "node:crypto";

/** The hash of the key, the number of the row, the checksum of its text. */
export type Place = readonly [key: number, row: number, sum: number];

/** Rows of a leaf, about. */
const ROWS = 12;

/** There are 2 ** bits leaves. */
export function bitsFor(rows: number): number {
  return Math.max(0, Math.ceil(Math.log2(rows / ROWS)));
}

/** The leaf of a key, by the key's hash. */
export function leafOf(key: number, bits: number): number {
  return key & (2 ** bits - 1);
}

/** The hash of a key: 32 bits, so that `leafOf` can take some. */
export function hashOf(key: string): number {
  return digits(key, 8);
}

/** The checksum of a row's text: 48 bits, which a number holds. */
export function sumOf(text: string): number {
  return digits(text, 12);
}

function digits(text: string, count: number): number {
  return Number.parseInt(hash("sha1", text, "hex").slice(0, count), 16);
}

export function toLeaf(places: readonly Place[]): string {
  return JSON.stringify(places);
}

export function fromLeaf(text: string): Place[] {
  return JSON.parse(text) as Place[]; // the hash tree has checked that toLeaf wrote it
}

/** Collects places in little memory, since all rows of a site pass here. */
export function createPlaceList(): { add(key: number, sum: number): void; leaves(bits: number): Iterable<string> } {
  const keys: number[] = [];
  const sums: number[] = [];
  return {
    add(key, sum) {
      keys.push(key);
      sums.push(sum);
    },
    *leaves(bits) {
      const rows: number[][] = Array.from({ length: 2 ** bits }, () => []);
      for (const [row, key] of keys.entries()) rows[leafOf(key, bits)]?.push(row);
      for (const of of rows) yield toLeaf(of.map((row): Place => [keys[row] ?? 0, row, sums[row] ?? 0]));
    },
  };
}
