/** An index of all pages for the kit's `Search`: files that a browser asks, without a server. */

import type { PageInfo } from "../content/page-info.ts";
import {
  type Choice,
  encodeNumberLists,
  groupCount,
  type SearchHead,
  type SearchPage,
  wordPartOf,
  wordParts,
} from "../content/search/search-format.ts";
import { type Stemmer, stemsIn } from "../content/search/search-words.ts";
import { defineOutput, type OutputDefinition, type SiteReader } from "../site/outputs.ts";
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
  const file = (lang: string, name: string, body: string) => ({ path: `${path}/${lang}/${name}`, body, lang });
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
        return file(lang, `pages-${index}.json`, groupText(pages, { stem, known, href: own.href }));
      },
    }),
    defineOutput({
      name: "search-words",
      // All pages at once, on a machine that may be busy.
      timeout: 600,
      keys: languages,
      make(lang, reader) {
        const pages = pagesOf(reader.in(lang)).length;
        const groups = groupCount(pages);
        const [titles, words] = [new Map<string, number[][]>(), new Map<string, number[][]>()];
        for (let group = 0; group < groups; group += 1) {
          const [made] = reader.output("search-pages", `${lang} ${group} ${groups}`);
          for (const [stem, encoded] of made ? readStems(made.body) : []) {
            // The first of the three lists that is not empty: spaces separate them.
            const best = encoded.length - encoded.trimStart().length;
            const into = best === 0 ? titles : words;
            const known = into.get(stem) ?? (best === 0 ? [[]] : [[], []]);
            known[Math.max(0, best - 1)]?.push(group);
            into.set(stem, known);
          }
        }
        const parts = wordParts(pages);
        return [
          ...dividedWords(titles, parts.titles).map((body, index) => file(lang, `titles-${index}.json`, body)),
          ...dividedWords(words, parts.words).map((body, index) => file(lang, `words-${index}.json`, body)),
        ];
      },
    }),
    defineOutput({
      name: "search",
      keys: languages,
      make(lang, reader) {
        const own = reader.in(lang);
        const pages = pagesOf(own);
        const source = stemmerSource(localeOf(lang, reader));
        const values = [...new Set(pages.map(({ category }) => category))].filter(Boolean).sort();
        const label = (value: string) => (categories && own.option(categories, value)?.label) || value;
        const head: SearchHead = {
          ...wordParts(pages.length),
          groups: groupCount(pages.length),
          stemmer: source !== null,
          types: Object.entries(types ?? {}).map(([value, name]): Choice => ({ value, label: name })),
          categories: values.map((value): Choice => ({ value, label: label(value) })),
        };
        const files = [file(lang, "index.json", JSON.stringify(head))];
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

/** `known` has the stems of words that earlier groups have. */
function groupText(
  pages: readonly ReadPage[],
  { stem, known, href }: { stem: Stemmer; known: Map<string, readonly string[]>; href: SiteReader["href"] },
): string {
  const stems = new Map<string, number[][]>();
  const shown = pages.map(({ page, label, text }, position): SearchPage => {
    const taken = new Set<string>();
    // Each stem counts once per page, where it weighs most.
    const parts = [[page.title, ...text.titles], text.headings, [text.text, page.description, label]];
    for (const [kind, texts] of parts.entries())
      for (const one of stemsIn(texts.join(" \n "), stem, known)) {
        if (taken.has(one)) continue;
        taken.add(one);
        const numbers = stems.get(one) ?? [[], [], []];
        numbers[kind]?.push(position);
        stems.set(one, numbers);
      }
    const { title, type, category } = page;
    const shownText = text.text || page.description;
    return { href: href(page.path), title, text: shownText.slice(0, SHOWN), type, category };
  });
  // On two lines, so that the stems can be read without the texts.
  return `{"stems":${wordsJson(stems)},\n"pages":${JSON.stringify(shown)}}\n`;
}

/** The stems of a group's file with their encoded pages. Faster than parsing JSON: neither contains a quote. */
function readStems(body: string | Uint8Array): [string, string][] {
  const text = typeof body === "string" ? body : Buffer.from(body).toString();
  const start = text.indexOf("{", 1) + 2;
  const rows = text.slice(start, text.indexOf("\n") - 3);
  return rows === "" ? [] : rows.split('","').map((row) => row.split('":"') as [string, string]); // written above
}

/** Stems with the numbers of their pages or groups, sorted, as JSON. */
function wordsJson(words: ReadonlyMap<string, readonly (readonly number[])[]>): string {
  const rows = [...words.keys()].sort().map((stem) => `"${stem}":"${encodeNumberLists(words.get(stem) ?? [])}"`);
  return `{${rows.join(",")}}`;
}

/** The files of words as JSON. */
function dividedWords(words: ReadonlyMap<string, number[][]>, count: number): string[] {
  const parts = Array.from({ length: count }, () => new Map<string, number[][]>());
  for (const [stem, numbers] of words) parts[wordPartOf(stem, count)]?.set(stem, numbers);
  return parts.map(wordsJson);
}
