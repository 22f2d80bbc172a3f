/**
 * The files of a search index. Pages are grouped by a hash of their path, words by a hash of their first letters: a
 * changed page changes the file of its group and those of the words that its group gained or lost. Words of titles have
 * files of their own, which are small and mostly enough.
 */
import { fnv1a } from "../rules/fnv1a.ts";

/** How much a word counts, by where it is: title, heading, text. */
export const WEIGHTS = [12, 4, 1] as const;

/** `index.json`: the numbers of the other files, and what results can be filtered by. */
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
  /** For each stem the positions in `pages` of those that contain it: in titles, in headings, in texts. */
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
 * `titles-<n>.json`: for each stem the groups that contain it in a title. `words-<n>.json`: the groups that contain it
 * in a heading but no title, and those that contain it only in texts.
 */
export type SearchWords = Record<string, string>;

/** Highest average number of pages in a group. */
const GROUP = 32;

/** A power of two, so that it rarely changes. */
export function groupCount(pages: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(pages / GROUP)));
}

/**
 * Number of files with words: so few that a publish in two languages, or in one of a large site, changes at most eight
 * files.
 */
export function wordParts(pages: number): { titles: number; words: number } {
  return pages <= 6000 ? { titles: 1, words: 2 } : { titles: 3, words: 4 };
}

/** Length of the beginning by which words are divided into files: words that begin alike are in the same one. */
export const PREFIX = 3;

export function wordPartOf(stem: string, parts: number): number {
  return fnv1a([...stem].slice(0, PREFIX).join("")) % parts;
}

/** Each character encodes a distance to the previous number; none is escaped in JSON. */
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
export function encodeNumberLists(lists: readonly (readonly number[])[]): string {
  return lists.map(encodeNumbers).join(" ");
}

export function decodeNumberLists(text: string): number[][] {
  return text.split(" ").map(decodeNumbers);
}
