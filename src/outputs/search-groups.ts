/** The files of the search index's groups, each with some of a language's pages. */

import {
  addPage,
  decodeWords,
  encodeWords,
  type IndexedWord,
  listsIn,
  type SearchPage,
  WEIGHTS,
} from "../content/search/search-format.ts";
import type { MadeFile } from "../site/outputs.ts";

/** A page of a group. */
export interface IndexedPage {
  /** Of everything that it is made from. */
  hash: string;
  shown: SearchPage;
  /** Its stems, as in `WEIGHTS`; each in the best of its places. */
  words: string[][];
}

/** The file of a group: what results show, the hashes of the pages, and their words. */
export function groupBytes(pages: readonly IndexedPage[]): Uint8Array {
  const words = new Map<string, number[][]>();
  const listsOf = listsIn(words);
  for (const [position, page] of pages.entries())
    for (const [kind, own] of page.words.entries()) for (const one of own) addPage(listsOf(one), kind, position);
  const lines = [pages.map(({ shown }) => shown), pages.map(({ hash }) => hash)];
  const encoded = encodeWords(sorted(words), Number.POSITIVE_INFINITY);
  return Buffer.concat([...lines.map(lineOf), ...encoded.map(([, bytes]) => bytes)]);
}

export function lineOf(values: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(values)}\n`);
}

/** The file of a group without pages. */
export const NO_PAGES = Buffer.concat([lineOf([]), lineOf([])]);

/** The parts of a group's file, as `groupBytes` wrote them. */
export function partsOf(body: MadeFile["body"]): { shown: Buffer; hashes: Buffer; words: Buffer } {
  const bytes = Buffer.from(body);
  const end = bytes.indexOf("\n") + 1;
  const start = bytes.indexOf("\n", end) + 1;
  return { shown: bytes.subarray(0, end), hashes: bytes.subarray(end, start), words: bytes.subarray(start) };
}

export function readGroup(body: MadeFile["body"]): IndexedPage[] {
  const { shown, hashes, words } = partsOf(body);
  const names: string[] = JSON.parse(hashes.toString());
  const pages = (JSON.parse(shown.toString()) as SearchPage[]).map(
    (page, position): IndexedPage => ({
      hash: names[position] ?? "",
      shown: page,
      words: WEIGHTS.map(() => []),
    }),
  );
  const lists = new Map<string, number[][]>();
  decodeWords(words, listsIn(lists));
  for (const [word, kinds] of lists)
    for (const [kind, positions] of kinds.entries())
      for (const position of positions) pages[position]?.words[kind]?.push(word);
  return pages;
}

export function sorted(words: Iterable<IndexedWord>): IndexedWord[] {
  return [...words].sort(([a], [b]) => (a < b ? -1 : 1));
}
