/** Asks a search index: loads the few files that a query needs, the best results first. */
import {
  decodePlaces,
  PREFIX,
  type SearchGroup,
  type SearchHead,
  type SearchPage,
  type SearchWords,
  WEIGHTS,
  wordPartOf,
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

/** A piece of a text; `isMatch` for words that the query has. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface SearchAnswer {
  results: SearchResult[];
  /** Whether there may be more than `limit` asked for. */
  hasMore: boolean;
}

export interface SearchIndex {
  head(): Promise<SearchHead>;
  /** Calls `show` each time that more is known; returns the whole answer. */
  ask(
    query: string,
    options: { filter?: SearchFilter; limit: number; show?: (answer: SearchAnswer) => void; signal?: AbortSignal },
  ): Promise<SearchAnswer>;
}

export interface IndexFiles {
  json(name: string): Promise<unknown>;
  /** The module with the language's stemmer. */
  stemmer(): Promise<Stemmer>;
}

/** Words that the last, unfinished word of a query may become, at most. */
const MAX_ENDINGS = 24;
/** Groups that are loaded at a time. */
const BATCH = 3;
const EXCERPT = 180;

export function openSearchIndex(files: IndexFiles): SearchIndex {
  const known = new Map<string, Promise<unknown>>();
  const load = <T>(name: string): Promise<T> => {
    const found = known.get(name) ?? files.json(name);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found as Promise<T>; // written by the same version's search index
  };
  const head = () => load<SearchHead>("index.json");
  let stemmer: Promise<Stemmer> | undefined;
  const stemOf = async (): Promise<Stemmer> => {
    if (!(await head()).stemmer) return (word) => word;
    stemmer ??= files.stemmer();
    return stemmer;
  };
  return {
    head,
    async ask(query, { filter = {}, limit, show, signal }) {
      const [{ words, groups: count }, stem] = await Promise.all([head(), stemOf()]);
      const terms = await Promise.all(
        termsIn(query, stem).map(async (term) =>
          endingsOf(term, await load(`words-${wordPartOf(term.stem, words)}.json`)),
        ),
      );
      const none: SearchAnswer = { results: [], hasMore: false };
      if (terms.length === 0) return none;
      const ranked = rankGroups(terms, count);
      const stems = new Set(terms.flatMap((term) => [...term.groups.keys()]));
      let best: { page: SearchPage; score: number }[] = [];
      const answer = (): SearchAnswer => ({
        results: best.slice(0, limit).map(({ page }) => resultOf(page, stems, stem)),
        hasMore: best.length > limit,
      });
      for (let at = 0; at < ranked.length; at += BATCH) {
        signal?.throwIfAborted();
        // No page of the groups that are left is better than what is found.
        const worst = best[limit]?.score ?? 0;
        if (best.length > limit && (ranked[at]?.score ?? 0) <= worst) break;
        const loaded = await Promise.all(
          ranked.slice(at, at + BATCH).map(({ group }) => load<SearchGroup>(`pages-${group}.json`)),
        );
        best = [...best, ...loaded.flatMap((group) => pagesIn(group, terms, filter))].sort((a, b) => b.score - a.score);
        if (show && best.length > 0) show(answer());
      }
      return answer();
    },
  };
}

interface Term {
  stem: string;
  plain: string;
  isLast: boolean;
}

/** A word of the query as the index has it. */
interface KnownTerm {
  /** By stem: the groups that have it, by the best place. */
  groups: ReadonlyMap<string, readonly number[][]>;
  /** Rare words count more. */
  rarity: number;
}

function termsIn(query: string, stem: Stemmer): Term[] {
  const found = wordsIn(query, stem);
  const isOpen = /[\p{L}\p{N}]$/u.test(query);
  return found.map(({ stem: of, plain }, place) => ({ stem: of, plain, isLast: isOpen && place === found.length - 1 }));
}

function endingsOf({ stem, plain, isLast }: Term, words: SearchWords): KnownTerm {
  const isOpen = isLast && [...plain].length >= PREFIX;
  const endings = isOpen ? Object.keys(words).filter((word) => word.startsWith(plain)) : [];
  const stems = [...new Set([stem, ...endings.sort((a, b) => a.length - b.length).slice(0, MAX_ENDINGS)])];
  const groups = new Map(
    stems.flatMap((one) => {
      const places = Object.hasOwn(words, one) ? words[one] : undefined;
      return places === undefined ? [] : [[one, decodePlaces(places)] as const];
    }),
  );
  const sizes = [...groups.values()].map((places) => places.flat().length);
  return { groups, rarity: 1 + 1 / Math.sqrt(Math.max(1, ...sizes)) };
}

/** The groups that have every word, those first that can have the best page. */
function rankGroups(terms: readonly KnownTerm[], count: number): { group: number; score: number }[] {
  const scores = new Map<number, number>();
  const seen = new Map<number, number>();
  for (const { groups, rarity } of terms) {
    const weights = new Map<number, number>();
    for (const places of groups.values()) eachPlace(places, (group, weight) => better(weights, group, weight * rarity));
    for (const [group, weight] of weights) {
      scores.set(group, (scores.get(group) ?? 0) + weight);
      seen.set(group, (seen.get(group) ?? 0) + 1);
    }
  }
  return [...scores]
    .filter(([group]) => group < count && seen.get(group) === terms.length)
    .map(([group, score]) => ({ group, score }))
    .sort((a, b) => b.score - a.score || a.group - b.group);
}

function pagesIn(
  { stems, pages }: SearchGroup,
  terms: readonly KnownTerm[],
  { type, category }: SearchFilter,
): { page: SearchPage; score: number }[] {
  const totals = new Map<number, { score: number; terms: number }>();
  for (const { groups, rarity } of terms) {
    const weights = new Map<number, number>();
    for (const stem of groups.keys()) {
      const places = Object.hasOwn(stems, stem) ? stems[stem] : undefined;
      if (places !== undefined)
        eachPlace(decodePlaces(places), (page, weight) => better(weights, page, weight * rarity));
    }
    for (const [page, weight] of weights) {
      const total = totals.get(page) ?? { score: 0, terms: 0 };
      totals.set(page, { score: total.score + weight, terms: total.terms + 1 });
    }
  }
  return [...totals].flatMap(([place, total]) => {
    const page = pages[place];
    const isShown = page && (!type || page.type === type) && (!category || page.category === category);
    return isShown && total.terms === terms.length ? [{ page, score: total.score }] : [];
  });
}

function eachPlace(places: readonly number[][], visit: (number: number, weight: number) => void): void {
  for (const [kind, numbers] of places.entries()) for (const number of numbers) visit(number, WEIGHTS[kind] ?? 0);
}

function better(weights: Map<number, number>, key: number, weight: number): void {
  if ((weights.get(key) ?? 0) < weight) weights.set(key, weight);
}

function resultOf({ href, title, text }: SearchPage, stems: ReadonlySet<string>, stem: Stemmer): SearchResult {
  const first = wordsIn(text, stem).find((word) => stems.has(word.stem));
  const start = first && first.start > EXCERPT / 2 ? text.indexOf(" ", first.start - EXCERPT / 3) + 1 : 0;
  const end = start + EXCERPT >= text.length ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  const excerpt = `${start > 0 ? "… " : ""}${text.slice(start, end > start ? end : start + EXCERPT)}${end < text.length ? " …" : ""}`;
  return { href, title: partsOf(title, stems, stem), excerpt: partsOf(excerpt, stems, stem) };
}

function partsOf(text: string, stems: ReadonlySet<string>, stem: Stemmer): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const word of wordsIn(text, stem)) {
    if (!stems.has(word.stem) || word.start < at) continue;
    if (word.start > at) parts.push({ text: text.slice(at, word.start), isMatch: false });
    parts.push({ text: text.slice(word.start, word.end), isMatch: true });
    at = word.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}
