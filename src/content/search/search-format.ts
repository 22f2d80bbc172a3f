/**
 * The files of a language's search index. `words.bin` has every word with the numbers of its pages, sorted and cut into
 * pieces, which a browser requests by range: one publish writes one file, and a query loads a few kilobytes of it. It ends
 * with the hashes of the groups' files, from which the next build knows what it can take over. `pages-<n>.bin` has a group
 * of pages, by a hash of their path: first what results show of them, then their hashes and words. Pages are numbered
 * group by group. No file is compressed, because zlib's bytes differ between versions of Node.
 */

import { getOrInsert } from "../../util/get-or-insert.ts";
import { fnv1a } from "../rules/fnv1a.ts";

/**
 * How much a word counts on a page: by the best place where it is (the title that results show, the first heading, one
 * below, the text), and more if the text returns to it often.
 */
export const WEIGHTS = [12, 6, 4, 1, 3] as const;
/** Positions in `WEIGHTS`. */
export const IN_TEXT = 3;
export const OFTEN = 4;

/** `index.json`: where everything is, and what results can be filtered by. */
export interface SearchHead {
  /** Of each group: the number of its pages, and the length of what results show of them. */
  groups: [pages: number, bytes: number][];
  /** Of each piece of `words.bin`: its first word, its length, and its hash, which a file of another publish has not. */
  pieces: [word: string, bytes: number, hash: number][];
  /** Whether there is a module with the language's stemmer. */
  stemmer: boolean;
  types: Choice[];
  categories: Choice[];
}

export interface Choice {
  value: string;
  label: string;
}

/** A page as results show it. */
export interface SearchPage {
  href: string;
  title: string;
  /** How its text begins. */
  text: string;
}

/** By what a word counts, as in `WEIGHTS`: the numbers of the pages, ascending. */
export type WordPages = readonly (readonly number[])[];

/** A word with its pages, or with the bytes that stand for them in a piece. */
export type IndexedWord = readonly [word: string, pages: WordPages | Uint8Array];

/** What a page is filtered by, as a word that no text has. */
export function filterWord(by: "type" | "category", value: string): string {
  return ` ${by} ${value}`;
}

/** Highest average number of pages in a group. */
const GROUP = 32;

/** A power of two, so that it rarely changes. */
export function groupCount(pages: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(pages / GROUP)));
}

/** Length of a piece of `words.bin` unless one word is longer. */
const PIECE = 8192;

/**
 * Pieces of words. A word is the number of bytes that it shares with the one before, the number of others, those, and
 * a list for each of `WEIGHTS`.
 */
export function encodeWords(words: Iterable<IndexedWord>, piece = PIECE): [string, Uint8Array][] {
  const pieces: [string, Uint8Array][] = [];
  let [into, first, last] = [new Bytes(), "", ""];
  const write = (...[word, pages]: IndexedWord) => {
    pushWord(word, last, into);
    if (pages instanceof Uint8Array) into.pushAll(pages);
    else for (const numbers of pages) pushNumbers(numbers, into);
  };
  for (const [word, pages] of words) {
    const before = into.length;
    if (before === 0) [first, last] = [word, ""];
    write(word, pages);
    if (into.length > piece && before > 0) {
      pieces.push([first, into.upTo(before)]);
      [into, first, last] = [new Bytes(), word, ""];
      write(word, pages);
    }
    last = word;
  }
  if (into.length > 0) pieces.push([first, into.upTo(into.length)]);
  return pieces;
}

class Bytes {
  length = 0;
  #bytes = new Uint8Array(2 * PIECE);

  push(byte: number): void {
    this.#growTo(this.length + 1);
    this.#bytes[this.length] = byte;
    this.length += 1;
  }

  pushAll(bytes: Uint8Array): void {
    this.#growTo(this.length + bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  pushNumber(number: number): void {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.push((rest % 128) + 128);
    this.push(rest);
  }

  upTo(end: number): Uint8Array {
    return this.#bytes.slice(0, end);
  }

  #growTo(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

const NOT_ASCII = /[^\0-\x7f]/;

function pushWord(word: string, last: string, into: Bytes): void {
  const isAscii = !NOT_ASCII.test(word) && !NOT_ASCII.test(last);
  const own = isAscii ? word : new TextEncoder().encode(word);
  const before = isAscii ? last : new TextEncoder().encode(last);
  const at = (text: string | Uint8Array, place: number) =>
    (typeof text === "string" ? text.charCodeAt(place) : text[place]) ?? 0;
  let shared = 0;
  while (shared < own.length && shared < before.length && at(own, shared) === at(before, shared)) shared += 1;
  into.pushNumber(shared);
  into.pushNumber(own.length - shared);
  for (let place = shared; place < own.length; place += 1) into.push(at(own, place));
}

/** Twice the number of bytes, plus one for a bit a page; else the distances between numbers. */
function pushNumbers(numbers: readonly number[], into: Bytes): void {
  let [length, last] = [0, -1];
  for (const number of numbers) {
    for (let rest = number - last - 1; rest > 127; rest = Math.floor(rest / 128)) length += 1;
    length += 1;
    last = number;
  }
  const bits = (last >> 3) + 1;
  if (length <= bits) {
    into.pushNumber(length * 2);
    last = -1;
    for (const number of numbers) {
      into.pushNumber(number - last - 1);
      last = number;
    }
    return;
  }
  into.pushNumber(bits * 2 + 1);
  const map = new Uint8Array(bits);
  for (const number of numbers) map[number >> 3] = (map[number >> 3] ?? 0) | (1 << (number & 7));
  for (const byte of map) into.push(byte);
}

export function checkOf(piece: Uint8Array): number {
  return fnv1a(piece);
}

/** Most lists of most words are empty: the same one for all, which `addPage` replaces. */
const NO_PAGES: number[] = [];

/** The lists of a word, to which `addPage` adds. */
export function listsIn(words: Map<string, number[][]>): (word: string) => number[][] {
  return (word) => getOrInsert(words, word, () => WEIGHTS.map(() => NO_PAGES));
}

export function addPage(lists: number[][], kind: number, page: number): void {
  const list = lists[kind];
  if (list === NO_PAGES) lists[kind] = [page];
  else list?.push(page);
}

/** Adds the pages of each word of a piece, numbered from `first`, to what `listsOf` returns. Throws for bytes that are no piece. */
export function decodeWords(bytes: Uint8Array, listsOf: (word: string) => number[][], first = 0): void {
  for (const [word, pages] of wordsIn(bytes)) {
    const lists = listsOf(word);
    eachPage(pages, (number, kind) => addPage(lists, kind, first + number));
  }
}

/** The words of a piece, each with the bytes of its pages. */
export function* wordsIn(bytes: Uint8Array): Iterable<[word: string, pages: Uint8Array]> {
  const at = { bytes, position: 0 };
  for (let word = ""; at.position < bytes.length; ) {
    word = nextWord(at, word);
    const start = at.position;
    for (const _ of WEIGHTS) {
      const length = Math.floor(nextNumber(at) / 2);
      at.position += length;
    }
    if (at.position > bytes.length) throw new Error(TOO_EARLY);
    yield [word, bytes.subarray(start, at.position)];
  }
}

/** Calls `take` with the number of each page of a word and by what it counts there, as in `WEIGHTS`. */
export function eachPage(pages: Uint8Array, take: (number: number, kind: number) => void): void {
  const at = { bytes: pages, position: 0 };
  for (const kind of WEIGHTS.keys()) {
    const header = nextNumber(at);
    const end = at.position + Math.floor(header / 2);
    for (let next = 0; at.position < end; next += header % 2 === 0 ? 1 : 8) {
      if (header % 2 === 0) {
        next += nextNumber(at);
        take(next, kind);
      } else {
        const byte = nextByte(at);
        for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) take(next + bit, kind);
      }
    }
  }
}

const TOO_EARLY = "A search index ends too early.";

interface Position {
  readonly bytes: Uint8Array;
  position: number;
}

function nextByte(at: Position): number {
  const byte = at.bytes[at.position];
  if (byte === undefined) throw new Error(TOO_EARLY);
  at.position += 1;
  return byte;
}

function nextWord(at: Position, last: string): string {
  const shared = nextNumber(at);
  const length = nextNumber(at);
  const start = at.position;
  let word = last.slice(0, shared);
  while (at.position < start + length) word += String.fromCharCode(nextByte(at));
  // Much faster than a decoder for what most words consist of.
  if (!NOT_ASCII.test(word)) return word;
  const before = new TextEncoder().encode(last).subarray(0, shared);
  const own = at.bytes.subarray(start, at.position);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.of(...before, ...own));
}

function nextNumber(at: Position): number {
  for (let [number, unit] = [0, 1]; ; unit *= 128) {
    const byte = nextByte(at);
    number += (byte % 128) * unit;
    if (byte < 128) return number;
  }
}
