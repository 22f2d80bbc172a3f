/** An index of all pages for the kit's `Search`: files that a browser asks, without a server. */

import { createHash } from "node:crypto";
import { cutText } from "../content/rules/cut-text.ts";
import {
  type Choice,
  checkOf,
  decodeWords,
  eachPage,
  encodeWords,
  filterWord,
  groupCount,
  IN_TEXT,
  type IndexedWord,
  listsIn,
  OFTEN,
  type SearchHead,
  WEIGHTS,
  type WordPages,
  wordsIn,
} from "../content/search/search-format.ts";
import { stemsIn } from "../content/search/search-words.ts";
import type { PageInfo } from "../site/api/page-info.ts";
import {
  defineOutput,
  type EarlierFile,
  type MadeFile,
  type OutputDefinition,
  type SiteReader,
} from "../site/outputs.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { htmlParser, type PageText, readText } from "./page-text.ts";
import { groupBytes, type IndexedPage, lineOf, NO_PAGES, partsOf, readGroup, sorted } from "./search-groups.ts";
import { stemmerOf, stemmerSource } from "./stemmers.ts";
import { unknownOptions } from "./unknown-options.ts";

export interface SearchIndexOptions {
  /** Folder of the index below the site's root. Default: `search`. */
  readonly path?: string;
  /** Page types to find, with their labels for filtering: a text, or the name of a word. Default: all, without a filter. */
  readonly types?: Readonly<Record<string, string>>;
  /** Datasource with the names of categories. Default: their values. */
  readonly categories?: string;
}

const CATEGORY = filterWord("category", "");
/** Characters of a page's text in the index; excerpts from further on are read from the page itself. */
const SHOWN = 240;

export function searchIndex(options: SearchIndexOptions = {}): OutputDefinition[] {
  const { path = "search", types, categories } = options;
  const isFound = (page: PageInfo) => page.indexed && (!types || page.type === "" || Object.hasOwn(types, page.type));
  const pagesOf = (reader: SiteReader, part?: { index: number; of: number }) =>
    reader.routes(part ? { part } : {}).filter(isFound);
  const languages = (reader: SiteReader) =>
    reader.languages.map(({ code }) => ({ code, of: groupCount(pagesOf(reader.in(code)).length) }));
  const stems = new Map<string, Map<string, readonly string[]>>();
  const file = (lang: string, name: string, body: MadeFile["body"]) => ({
    path: `${path}/${lang}/${name}`,
    body,
    lang,
  });
  return [
    defineOutput({
      name: "search-pages",
      keys: (reader) =>
        languages(reader).flatMap(({ code, of }) => Array.from({ length: of }, (_, index) => `${code} ${index} ${of}`)),
      async make(key, reader, { last }) {
        const { lang, index, of } = parseKey(key);
        const own = reader.in(lang);
        const stem = await stemmerOf(localeOf(lang, reader));
        const { Parser } = await htmlParser();
        const label = (page: PageInfo) => (categories && own.option(categories, page.category)?.label) || page.category;
        const known = getOrInsert(stems, lang, () => new Map<string, readonly string[]>());
        const before = new Map(
          last()
            .flatMap(({ body }) => readGroup(body))
            .map((page) => [page.hash, page]),
        );
        const pages = pagesOf(own, { index, of }).flatMap((page): IndexedPage[] => {
          const content = own.page(page.path);
          if (!content) return [];
          const hash = hashOf([content.hash, page, label(page)]);
          const same = before.get(hash);
          if (same) return [same];
          const text = readText(content.html, Parser);
          const shown = {
            href: own.href(page.path),
            title: page.title,
            text: cutText(text.text || page.description, SHOWN),
          };
          const words = wordsOf({ page, label: label(page), text }, (one) => stemsIn(one, stem, known));
          return [{ hash, shown, words }];
        });
        return file(lang, `pages-${index}.bin`, groupBytes(pages));
      },
    }),
    defineOutput({
      name: "search",
      faults: unknownOptions("searchIndex", options, ["path", "types", "categories"]),
      pageTypes: Object.keys(types ?? {}),
      datasources: categories === undefined ? [] : [categories],
      searchFolder: path,
      // All pages at once, on a machine that may be busy.
      timeout: 600,
      keys: (reader) => languages(reader).map(({ code, of }) => `${code} ${of}`),
      // Nothing but the groups' files is asked for: lists of pages have all titles, which few publishes change.
      make(key, reader, { last }) {
        const [lang = "", of] = key.split(" ");
        const own = reader.in(lang);
        const source = stemmerSource(localeOf(lang, reader));
        const label = (value: string) => (categories && own.option(categories, value)?.label) || value;
        const made = Array.from(
          { length: Number(of) },
          (_, index) => reader.output("search-pages", `${lang} ${index} ${of}`)[0],
        );
        const { groups, words } = joinGroups(made, readIndex(last()));
        const values = words
          .flatMap(([word]) => (word.startsWith(CATEGORY) ? [word.slice(CATEGORY.length)] : []))
          .sort();
        const pieces = encodeWords(words);
        const head: SearchHead = {
          groups,
          pieces: pieces.map(([word, bytes]) => [word, bytes.length, checkOf(bytes)]),
          stemmer: source !== null,
          types: Object.entries(types ?? {}).map(([value, name]): Choice => ({ value, label: name })),
          categories: values.map((value): Choice => ({ value, label: label(value) })),
        };
        const files = [
          file(lang, "index.json", JSON.stringify(head)),
          file(lang, "words.bin", Buffer.concat([...pieces.map(([, bytes]) => bytes), hashLine(made)])),
        ];
        return source === null ? files : [...files, file(lang, "stemmer.js", source)];
      },
    }),
  ];
}

function parseKey(key: string): { lang: string; index: number; of: number } {
  const [lang = "", ...numbers] = key.split(" ");
  const [index = 0, of = 1] = numbers.map(Number);
  return { lang, index, of };
}

function localeOf(lang: string, { languages }: SiteReader): string {
  return languages.find(({ code }) => code === lang)?.locale ?? lang;
}

function hashOf(values: unknown): string {
  return createHash("sha1").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}

function wordsOf(
  { page, label, text }: { page: PageInfo; label: string; text: PageText },
  stemsOf: (text: string) => ReadonlyMap<string, number>,
): IndexedPage["words"] {
  const taken = new Set<string>();
  const places = [[page.title], text.titles, text.headings, [text.text, page.description, label]].map((texts) =>
    stemsOf(texts.join(" \n ")),
  );
  const words = places.map((stems) => {
    const own = [...stems.keys()].filter((one) => !taken.has(one));
    for (const one of own) taken.add(one);
    return own;
  });
  for (const by of ["type", "category"] as const) if (page[by] !== "") words[IN_TEXT]?.push(filterWord(by, page[by]));
  words[OFTEN] = oftenIn(places[IN_TEXT] ?? new Map());
  return words;
}

/** In a text of this many words, one that is there once is no more than mentioned. */
const MENTIONED = 300;

/** What a text returns to: three times at least, more in a long one. */
function oftenIn(stems: ReadonlyMap<string, number>): string[] {
  let length = 0;
  for (const count of stems.values()) length += count;
  const least = Math.max(3, length / MENTIONED);
  return [...stems].flatMap(([one, count]) => (count >= least ? [one] : []));
}

/** The files of groups; undefined for one that could not be made, which counts as a group without pages. */
type Groups = readonly (EarlierFile | undefined)[];

/** What an index was joined from. */
interface JoinedIndex {
  groups: SearchHead["groups"];
  /** Of the groups' files. */
  hashes: readonly string[];
  words: Uint8Array;
}

const NOTHING: JoinedIndex = { groups: [], hashes: [], words: new Uint8Array() };

/** The end of `words.bin`, which no browser requests. */
function hashLine(groups: Groups): Uint8Array {
  return lineOf(groups.map((group) => group?.hash ?? ""));
}

/** The index that the last build made, from `index.json` and `words.bin`. */
function readIndex(files: readonly MadeFile[]): JoinedIndex {
  const [head, all] = ["/index.json", "/words.bin"].map((name) => files.find(({ path }) => path.endsWith(name)));
  if (!head || !all) return NOTHING;
  const { groups, pieces }: SearchHead = JSON.parse(Buffer.from(head.body).toString());
  const bytes = Buffer.from(all.body);
  const end = pieces.reduce((sum, [, length]) => sum + length, 0);
  return { groups, hashes: JSON.parse(bytes.subarray(end).toString()), words: bytes.subarray(0, end) };
}

/** Numbers the pages of all groups; the words of all. Of a group whose file is the same, they are in the last index. */
function joinGroups(files: Groups, last: JoinedIndex): { groups: SearchHead["groups"]; words: IndexedWord[] } {
  const groups: SearchHead["groups"] = [];
  const added = new Map<string, number[][]>();
  /** By number in the last index: the number in this one; none for a page of another group. */
  const numbers: number[] = [];
  let [start, lastStart] = [0, 0];
  for (const [index, file] of files.entries()) {
    const known = last.groups[index];
    if (known && file && file.hash !== "" && file.hash === last.hashes[index]) {
      for (let page = 0; page < known[0]; page += 1) numbers[lastStart + page] = start + page;
      groups.push(known);
    } else {
      const parts = partsOf(file?.body ?? NO_PAGES);
      const { length }: string[] = JSON.parse(parts.hashes.toString());
      decodeWords(parts.words, listsIn(added), start);
      groups.push([length, parts.shown.length]);
    }
    start += groups[index]?.[0] ?? 0;
    lastStart += known?.[0] ?? 0;
  }
  const words: IndexedWord[] = [];
  for (const [word, pages] of wordsIn(last.words)) {
    const more = added.get(word) ?? NO_LISTS;
    const now = isSame(pages, numbers, more) ? pages : withNumbers(pages, numbers, more);
    added.delete(word);
    if (now instanceof Uint8Array || now.some((list) => list.length > 0)) words.push([word, now]);
  }
  return { groups, words: sorted([...words, ...added]) };
}

const NO_LISTS: WordPages = WEIGHTS.map(() => []);

/** Whether a word's pages keep their numbers, those of groups that were made again among them. */
function isSame(pages: Uint8Array, numbers: readonly number[], more: WordPages): boolean {
  const found = WEIGHTS.map(() => 0);
  let is = true;
  eachPage(pages, (number, kind) => {
    const now = numbers[number];
    const place = found[kind] ?? 0;
    if (now === undefined) found[kind] = place + 1;
    is &&= (now ?? more[kind]?.[place]) === number;
  });
  return is && more.every((list, kind) => list.length === found[kind]);
}

/** The pages by their numbers in this index, with others. */
function withNumbers(pages: Uint8Array, numbers: readonly number[], more: WordPages): WordPages {
  const lists = WEIGHTS.map((): number[] => []);
  eachPage(pages, (number, kind) => {
    const now = numbers[number];
    if (now !== undefined) lists[kind]?.push(now);
  });
  return lists.map((list, kind) => {
    const others = more[kind] ?? [];
    return others.length === 0 ? list : [...list, ...others].sort((a, b) => a - b);
  });
}
