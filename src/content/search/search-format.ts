/**
 * The files of a search index. Pages fall into groups by a hash of their path, words into parts by one of their first
 * letters: a changed page changes its group and the parts of the words that came to or left that group. Words of titles
 * have parts of their own, which are small and mostly enough.
 */
import { fnv1a } from "../rules/fnv1a.ts";

/** How much a word counts, by where it is: title, heading, text. */
export const WEIGHTS = [12, 4, 1] as const;

/** `index.json`: what the other files are, and what results can be filtered by. */
export interface SearchHead {
  titles: number;
  words: number;
  groups: number;
  /** Whether there is a module with the language's stemmer. */
  stemmer: boolean;
  types: Choice[];
  categories: Choice[];
}

export interface Choice {
  value: string;
  label: string;
}

/** `pages-<n>.json` */
export interface SearchGroup {
  /** For each stem the places of the pages of this group that have it: in titles, in headings, in texts. */
  stems: Record<string, string>;
  pages: SearchPage[];
}

export interface SearchPage {
  href: string;
  title: string;
  /** How its text begins. */
  text: string;
  type: string;
  category: string;
}

/**
 * `titles-<n>.json`: for each stem the groups with a title that has it; `words-<n>.json`: those with a heading and those
 * with a text, where it is in no title and in no heading of the group.
 */
export type SearchWords = Record<string, string>;

/** Pages of a group, on average at most. */
const GROUP = 32;

/** A power of two, so that it rarely changes. */
export function groupCount(pages: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(pages / GROUP)));
}

/**
 * Parts of words: so few that a publish in two languages changes at most eight files, and of a large site in one
 * language too.
 */
export function wordParts(pages: number): { titles: number; words: number } {
  return pages <= 6000 ? { titles: 1, words: 2 } : { titles: 3, words: 4 };
}

/** Words that begin alike are in one part, so that the beginning of a word finds them all. */
export const PREFIX = 3;

export function wordPartOf(stem: string, parts: number): number {
  return fnv1a([...stem].slice(0, PREFIX).join("")) % parts;
}

/** Characters that stand for a distance to the number before, without those that JSON escapes. */
const GAPS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+-./:;<=>?@[]^_`{}";
const FAR = "~";

/** Ascending numbers as a short text. */
function encodeNumbers(numbers: readonly number[]): string {
  let [last, text] = [-1, ""];
  for (const number of numbers) {
    const gap = number - last - 1;
    text += GAPS[gap] ?? `${FAR}${gap.toString(36)}${FAR}`;
    last = number;
  }
  return text;
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let last = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    let gap = GAPS.indexOf(character);
    if (character === FAR) {
      const end = text.indexOf(FAR, at + 1);
      gap = Number.parseInt(text.slice(at + 1, end), 36);
      at = end;
    }
    last += gap + 1;
    numbers.push(last);
  }
  return numbers;
}

/** Several lists as one text. */
export function encodePlaces(places: readonly (readonly number[])[]): string {
  return places.map(encodeNumbers).join(" ");
}

export function decodePlaces(text: string): number[][] {
  return text.split(" ").map(decodeNumbers);
}
