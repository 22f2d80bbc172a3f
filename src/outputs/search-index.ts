/** An index of all pages for the kit's `Search`: files that a browser asks, without a server. */

import type { PageInfo } from "../content/page-info.ts";
import {
  type Choice,
  checkOf,
  decodeWords,
  encodeWords,
  filterWord,
  groupCount,
  listsIn,
  type SearchHead,
  type SearchPage,
} from "../content/search/search-format.ts";
import { type Stemmer, stemsIn } from "../content/search/search-words.ts";
import { defineOutput, type MadeFile, type OutputDefinition, type SiteReader } from "../site/outputs.ts";
import { htmlParser, type PageText, readText } from "./page-text.ts";
import { stemmerOf, stemmerSource } from "./stemmers.ts";

export interface SearchIndexOptions {
  /** Folder of the index below the site's root. Default: `search`. */
  readonly path?: string;
  /** Page types to find, with their labels for filtering: a text, or the name of a word. Default: all, without a filter. */
  readonly types?: Readonly<Record<string, string>>;
  /** Datasource with the names of categories. Default: their values. */
  readonly categories?: string;
}

/** Characters of a page's text in the index; excerpts from further on are read from the page itself. */
const SHOWN = 240;

export function searchIndex({ path = "search", types, categories }: SearchIndexOptions = {}): OutputDefinition[] {
  const isFound = (page: PageInfo) => page.indexed && (!types || page.type === "" || Object.hasOwn(types, page.type));
  const pagesOf = (reader: SiteReader, part?: { index: number; of: number }) =>
    reader.routes(part ? { part } : {}).filter(isFound);
  const languages = (reader: SiteReader) => reader.languages.map(({ code }) => code);
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
        languages(reader).flatMap((lang) => {
          const of = groupCount(pagesOf(reader.in(lang)).length);
          return Array.from({ length: of }, (_, index) => `${lang} ${index} ${of}`);
        }),
      async make(key, reader) {
        const { lang, index, of } = parseKey(key);
        const own = reader.in(lang);
        const stem = await stemmerOf(localeOf(lang, reader));
        const { Parser } = await htmlParser();
        const label = (page: PageInfo) => (categories && own.option(categories, page.category)?.label) || page.category;
        const pages = pagesOf(own, { index, of }).flatMap((page) => {
          const content = own.page(page.path);
          return content ? [{ page, label: label(page), text: readText(content.html, Parser) }] : [];
        });
        const known = stems.get(lang) ?? new Map<string, readonly string[]>();
        stems.set(lang, known);
        return file(lang, `pages-${index}.bin`, groupBytes(pages, { stem, known, href: own.href }));
      },
    }),
    defineOutput({
      name: "search",
      // All pages at once, on a machine that may be busy.
      timeout: 600,
      keys: languages,
      make(lang, reader) {
        const own = reader.in(lang);
        const pages = pagesOf(own);
        const source = stemmerSource(localeOf(lang, reader));
        const values = [...new Set(pages.map(({ category }) => category))].filter(Boolean).sort();
        const label = (value: string) => (categories && own.option(categories, value)?.label) || value;
        const of = groupCount(pages.length);
        const made = Array.from({ length: of }, (_, index) => reader.output("search-pages", `${lang} ${index} ${of}`));
        const { groups, words } = joinGroups(made.map(([one]) => one?.body ?? NO_PAGES));
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
          file(lang, "words.bin", Buffer.concat(pieces.map(([, bytes]) => bytes))),
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

interface ReadPage {
  page: PageInfo;
  label: string;
  text: PageText;
}

/** A group without pages, which is also what a group that could not be made counts as. */
const NO_PAGES = "[]\n";

/** The file of a group. `known` has the stems of words that earlier groups have. */
function groupBytes(
  pages: readonly ReadPage[],
  { stem, known, href }: { stem: Stemmer; known: Map<string, readonly string[]>; href: SiteReader["href"] },
): Uint8Array {
  const stems = new Map<string, number[][]>();
  const listsOf = listsIn(stems);
  const shown = pages.map(({ page, label, text }, position): SearchPage => {
    const taken = new Set<string>();
    const add = (one: string, kind: number) => {
      if (taken.has(one)) return;
      taken.add(one);
      listsOf(one)[kind]?.push(position);
    };
    // Each stem counts once per page, where it weighs most.
    const parts = [[page.title, ...text.titles], text.headings, [text.text, page.description, label]];
    for (const [kind, texts] of parts.entries())
      for (const one of stemsIn(texts.join(" \n "), stem, known)) add(one, kind);
    for (const by of ["type", "category"] as const) if (page[by] !== "") add(filterWord(by, page[by]), 2);
    return { href: href(page.path), title: page.title, text: (text.text || page.description).slice(0, SHOWN) };
  });
  const words = encodeWords(sorted(stems), Number.POSITIVE_INFINITY);
  return Buffer.concat([Buffer.from(`${JSON.stringify(shown)}\n`), ...words.map(([, bytes]) => bytes)]);
}

/** Numbers the pages of all groups; the words of all. */
function joinGroups(bodies: readonly MadeFile["body"][]): {
  groups: SearchHead["groups"];
  words: [string, number[][]][];
} {
  const groups: SearchHead["groups"] = [];
  const words = new Map<string, number[][]>();
  let before = 0;
  for (const body of bodies) {
    const bytes = Buffer.from(body);
    const end = bytes.indexOf("\n") + 1;
    const { length } = JSON.parse(bytes.toString("utf8", 0, end)) as SearchPage[]; // written above
    decodeWords(bytes.subarray(end), listsIn(words), before);
    groups.push([length, end]);
    before += length;
  }
  return { groups, words: sorted(words) };
}

function sorted(words: ReadonlyMap<string, number[][]>): [string, number[][]][] {
  return [...words.keys()].sort().map((word) => [word, words.get(word) ?? []]);
}
