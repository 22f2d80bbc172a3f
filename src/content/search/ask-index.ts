/** Queries a search index: loads only the files that a query needs, those with the best results first. */
import {
  checkOf,
  decodeWords,
  filterWord,
  listsIn,
  type SearchHead,
  type SearchPage,
  WEIGHTS,
} from "./search-format.ts";
import { type Stemmer, wordsIn } from "./search-words.ts";

export interface SearchFilter {
  type?: string;
  category?: string;
}

export interface SearchResult {
  href: string;
  title: TextPart[];
  excerpt: TextPart[];
}

/** A piece of a text; `isMatch` for words of the query. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface SearchAnswer {
  results: SearchResult[];
  /** How many results there are once all are read. */
  count: number;
  /** Whether there may be more results than `limit`. */
  hasMore: boolean;
}

export interface SearchIndex {
  head(): Promise<SearchHead>;
  /** Calls `show` with the first result as soon as it is read; returns all of them. */
  ask(
    query: string,
    options: { filter?: SearchFilter; limit: number; show?: (answer: SearchAnswer) => void; signal?: AbortSignal },
  ): Promise<SearchAnswer>;
}

export interface IndexFiles {
  json(name: string): Promise<unknown>;
  /** Bytes of a file, `end` not included. */
  bytes(name: string, start: number, end: number): Promise<Uint8Array>;
  /** The module with the language's stemmer. */
  stemmer(): Promise<Stemmer>;
  /** Loads files anew from now on: a publish replaced some. */
  forget?(): void;
  /** Full text of a page, for excerpts around words that are not at the beginning, which the index has. */
  text?(href: string): Promise<string>;
}

/** Fewest letters of an unfinished word that is completed. */
const PREFIX = 3;
/** Most completions that are searched for the last, unfinished word of a query, and pieces they are looked for in. */
const MAX_ENDINGS = 24;
const MAX_PIECES = 4;
/** What of a word's weight its completions have. */
const COMPLETED = 0.75;
const EXCERPT = 180;
const OTHER_VERSION = "The files of the search index are not of one publish.";

export function openSearchIndex(files: IndexFiles): SearchIndex {
  const loaded = new Map<string, Promise<unknown>>();
  /** Loads each once, and again only after a failure. */
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const found = (loaded.get(key) as Promise<T> | undefined) ?? load(); // each key is loaded in one way
    loaded.set(key, found);
    found.catch(() => loaded.delete(key));
    return found;
  };
  const head = () => once("head", async () => (await files.json("index.json")) as SearchHead); // of the same version
  const stemOf = async (): Promise<Stemmer> =>
    (await head()).stemmer ? once("stemmer", () => files.stemmer()) : (word) => word;
  const pieceAt = (place: number) =>
    once(`piece ${place}`, async () => {
      const { pieces } = await head();
      const start = pieces.slice(0, place).reduce((sum, [, bytes]) => sum + bytes, 0);
      const [, length, hash] = pieces[place] ?? ["", 0, 0];
      const words = new Map<string, number[][]>();
      if (length === 0) return words;
      const bytes = await files.bytes("words.bin", start, start + length);
      if (checkOf(bytes) !== hash) throw new Error(OTHER_VERSION);
      decodeWords(bytes, listsIn(words));
      return words;
    });
  const groupAt = (group: number) =>
    once(`group ${group}`, async () => {
      const [, length] = (await head()).groups[group] ?? [0, 0];
      const text = new TextDecoder().decode(await files.bytes(`pages-${group}.bin`, 0, length));
      return JSON.parse(text) as SearchPage[]; // as above
    });
  const pageAt = async (number: number): Promise<SearchPage> => {
    const { groups } = await head();
    let [group, position] = [0, number];
    for (; position >= (groups[group]?.[0] ?? Number.POSITIVE_INFINITY); group += 1)
      position -= groups[group]?.[0] ?? 0;
    const page = (await groupAt(group))[position];
    if (!page) throw new Error(OTHER_VERSION);
    return page;
  };
  const lookUp = async (term: Term): Promise<KnownTerm> => {
    const places = placesOf(term, (await head()).pieces);
    const known = pagesOf(term, await Promise.all(places.map(pieceAt)));
    if (!term.isOpen || known.pages.size > 0) return known;
    for (const stem of shorterStems(term.plain)) {
      const found = await lookUp({ stem, plain: stem, isOpen: false });
      if (found.pages.size > 0) return found;
    }
    return known;
  };
  const ask: SearchIndex["ask"] = async (query, { filter = {}, limit, show, signal }) => {
    const stem = await stemOf();
    const terms = await Promise.all(termsIn(query, stem).map(lookUp));
    const filters = await Promise.all(
      (["type", "category"] as const).flatMap((by) => {
        const word = filter[by] && filterWord(by, filter[by]);
        return word ? [lookUp({ stem: word, plain: word, isOpen: false })] : [];
      }),
    );
    signal?.throwIfAborted();
    const ranked = rank(terms, filters);
    const stems = new Set(terms.flatMap((term) => term.stems));
    const [count, hasMore] = [Math.min(ranked.length, limit), ranked.length > limit];
    const [first, ...others] = ranked.slice(0, limit);
    const shown = first === undefined ? [] : [await pageAt(first)];
    signal?.throwIfAborted();
    const resultsOf = (pages: readonly SearchPage[]) => pages.map((page) => resultOf(page, stems, stem));
    if (shown.length > 0) show?.({ results: resultsOf(shown), count, hasMore });
    const results = resultsOf([...shown, ...(await Promise.all(others.map(pageAt)))]);
    signal?.throwIfAborted();
    return { results: await Promise.all(results.map((one) => withExcerpt(one, stems, stem))), count, hasMore };
  };
  const withExcerpt = async (result: SearchResult, stems: ReadonlySet<string>, stem: Stemmer) => {
    if (!files.text || [...result.title, ...result.excerpt].some(({ isMatch }) => isMatch)) return result;
    const text = await once(`text ${result.href}`, async () => files.text?.(result.href) ?? "").catch(() => "");
    return text === "" ? result : { ...result, excerpt: excerptOf(text, stems, stem) };
  };
  return {
    head,
    ask: (query, options) =>
      ask(query, options).catch((cause: unknown) => {
        options.signal?.throwIfAborted();
        // A publish between two requests: its files do not fit those that were loaded before.
        if (loaded.size === 0) throw cause;
        loaded.clear();
        files.forget?.();
        return ask(query, options);
      }),
  };
}

interface Term {
  stem: string;
  plain: string;
  /** Whether it may be the beginning of a longer word. */
  isOpen: boolean;
}

/** A word of the query, looked up in the index. */
interface KnownTerm {
  stems: readonly string[];
  /** By page: how much the word, or the best of its completions, counts there. */
  pages: ReadonlyMap<number, number>;
}

function termsIn(query: string, stem: Stemmer): Term[] {
  const all = wordsIn(query, stem);
  // A letter that is part of two says nothing more.
  const found = all.filter(
    (one) => !all.some((other) => other !== one && other.start <= one.start && other.end >= one.end),
  );
  const isUnfinished = /[\p{L}\p{N}]$/u.test(query);
  return found.map(({ stem: of, plain }, position) => {
    const isLast = position === found.length - 1;
    return { stem: of, plain, isOpen: isUnfinished && isLast && [...plain].length >= PREFIX };
  });
}

/** Letters that a stemmer may take of a word, and the least that it leaves here. */
const [ENDING, LEAST] = [4, 4];

/** What an unfinished word begins with, the longest first: that of "timetables" is "timet", shorter than "timetab". */
function shorterStems(plain: string): string[] {
  const letters = [...plain];
  const lengths = Array.from({ length: ENDING }, (_, at) => letters.length - 1 - at).filter(
    (length) => length >= LEAST,
  );
  return lengths.map((length) => letters.slice(0, length).join(""));
}

/** The pieces that have a word, and the first of those with completions of an unfinished one. */
function placesOf({ stem, plain, isOpen }: Term, pieces: SearchHead["pieces"]): number[] {
  const placeOf = (word: string) =>
    Math.max(
      0,
      pieces.findLastIndex(([first]) => first <= word),
    );
  if (!isOpen) return [placeOf(stem)];
  const start = placeOf(plain);
  const after = pieces.slice(start + 1, start + MAX_PIECES).findIndex(([first]) => !first.startsWith(plain));
  const count = after < 0 ? MAX_PIECES : after + 1;
  const completions = pieces.slice(start, start + count).map((_, at) => start + at);
  return [...new Set([placeOf(stem), ...completions])];
}

function pagesOf({ stem, plain, isOpen }: Term, found: readonly ReadonlyMap<string, number[][]>[]): KnownTerm {
  const words = new Map(
    found.flatMap((piece) => [...piece].filter(([word]) => word === stem || (isOpen && word.startsWith(plain)))),
  );
  const endings = [...words.keys()].filter((word) => word !== stem).sort((a, b) => a.length - b.length);
  const stems = [stem, ...endings.slice(0, MAX_ENDINGS)];
  const pages = new Map<number, number>();
  for (const one of stems) {
    const own = new Map<number, number>();
    for (const [kind, numbers] of (words.get(one) ?? []).entries())
      for (const number of numbers) own.set(number, (own.get(number) ?? 0) + (WEIGHTS[kind] ?? 0));
    const share = one === stem ? 1 : COMPLETED;
    for (const [number, weight] of own) pages.set(number, Math.max(pages.get(number) ?? 0, weight * share));
  }
  return { stems, pages };
}

/** The pages that have every word and pass the filters, the best first. Rare words count more. */
function rank(terms: readonly KnownTerm[], filters: readonly KnownTerm[]): number[] {
  const [first, ...others] = [...terms].sort((a, b) => a.pages.size - b.pages.size);
  const scored: { number: number; score: number }[] = [];
  for (const number of first?.pages.keys() ?? []) {
    if (![...others, ...filters].every(({ pages }) => pages.has(number))) continue;
    const score = terms.reduce((sum, { pages }) => sum + (pages.get(number) ?? 0) * (1 + 1 / Math.sqrt(pages.size)), 0);
    scored.push({ number, score });
  }
  return scored.sort((a, b) => b.score - a.score || a.number - b.number).map(({ number }) => number);
}

function resultOf({ href, title, text }: SearchPage, stems: ReadonlySet<string>, stem: Stemmer): SearchResult {
  return { href, title: partsOf(title, stems, stem), excerpt: excerptOf(text, stems, stem) };
}

/** The piece of a text around the first word of the query, from word to word. */
function excerptOf(text: string, stems: ReadonlySet<string>, stem: Stemmer): TextPart[] {
  const words = wordsIn(text, stem);
  const first = words.find((word) => stems.has(word.stem));
  const earliest = (first?.start ?? 0) - EXCERPT / 3;
  const start = first && first.start > EXCERPT / 2 ? (words.find((word) => word.start >= earliest) ?? first).start : 0;
  const latest = start + EXCERPT;
  const last = words.findLast((word) => word.start >= start && word.end <= latest);
  const end = latest >= text.length ? text.length : (last?.end ?? latest);
  const piece = text.slice(start, end);
  return partsOf(`${start > 0 ? "… " : ""}${piece}${end < text.length ? " …" : ""}`, stems, stem);
}

function partsOf(text: string, stems: ReadonlySet<string>, stem: Stemmer): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const word of wordsIn(text, stem)) {
    if (!stems.has(word.stem) || word.end <= at) continue;
    const last = parts.at(-1);
    if (word.start > at) parts.push({ text: text.slice(at, word.start), isMatch: false });
    if (last && word.start < at) last.text += text.slice(at, word.end);
    else parts.push({ text: text.slice(word.start, word.end), isMatch: true });
    at = word.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}
