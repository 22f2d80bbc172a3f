/** Queries a search index: loads only the files that a query needs, those with the best results first. */
import {
  decodeNumberLists,
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

/** A piece of a text; `isMatch` for words of the query. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface SearchAnswer {
  results: SearchResult[];
  /** Whether there may be more results than `limit`. */
  hasMore: boolean;
}

export interface SearchIndex {
  head(): Promise<SearchHead>;
  /** Calls `show` with the results so far each time that there are more; returns all of them. */
  ask(
    query: string,
    options: { filter?: SearchFilter; limit: number; show?: (answer: SearchAnswer) => void; signal?: AbortSignal },
  ): Promise<SearchAnswer>;
}

export interface IndexFiles {
  json(name: string): Promise<unknown>;
  /** The module with the language's stemmer. */
  stemmer(): Promise<Stemmer>;
  /** Full text of a page, for excerpts around words that are not at the beginning, which the index has. */
  text?(href: string): Promise<string>;
}

/** Most completions that are searched for the last, unfinished word of a query. */
const MAX_ENDINGS = 24;
/** Number of groups that are loaded in parallel after the first one. */
const BATCH = 3;
const EXCERPT = 180;

interface Found {
  page: SearchPage;
  score: number;
}

export function openSearchIndex(files: IndexFiles): SearchIndex {
  const load = memoize((name) => files.json(name));
  const textOf = memoize((href) => files.text?.(href) ?? Promise.resolve(""));
  const head = () => load("index.json") as Promise<SearchHead>; // written by the same version's search index
  const loadGroups = (groups: readonly number[]) =>
    Promise.all(groups.map(async (group) => [group, (await load(`pages-${group}.json`)) as SearchGroup] as const)); // as above
  let stemmer: Promise<Stemmer> | undefined;
  const stemOf = async (): Promise<Stemmer> => {
    if (!(await head()).stemmer) return (word) => word;
    stemmer ??= files.stemmer();
    return stemmer;
  };
  return {
    head,
    async ask(query, { filter = {}, limit, show, signal }) {
      const [{ titles, words }, stem] = await Promise.all([head(), stemOf()]);
      const terms = termsIn(query, stem);
      const parts = (kind: string, count: number) =>
        Promise.all(terms.map(({ stem: of }) => load(`${kind}-${wordPartOf(of, count)}.json`) as Promise<SearchWords>));
      if (terms.length === 0) return { results: [], hasMore: false };
      const inTitles = await parts("titles", titles);
      const known = new Map<number, SearchGroup>();
      let best: Found[] = [];
      const answerOf = (asked: readonly KnownTerm[]): SearchAnswer => ({
        results: best.slice(0, limit).map(({ page }) => resultOf(page, stemsOf(asked), stem)),
        hasMore: best.length > limit,
      });
      /** Loads groups in the order of their best possible score, until no other group can have a better page. */
      const look = async (asked: readonly KnownTerm[]) => {
        const ranked = rankGroups(asked);
        for (let at = 0; at < ranked.length; at += at === 0 ? 1 : BATCH) {
          signal?.throwIfAborted();
          if (isEnough(best, limit, ranked[at]?.score)) break;
          const groups = ranked.slice(at, at + (at === 0 ? 1 : BATCH)).map(({ group }) => group);
          for (const [group, loaded] of await loadGroups(groups)) known.set(group, loaded);
          best = bestOf(known.values(), asked, filter);
          if (best.length > 0) show?.(answerOf(asked));
        }
      };
      let asked = terms.map((term, position) => endingsOf(term, [inTitles[position] ?? {}]));
      await look(asked);
      if (best.length <= limit) {
        const inTexts = await parts("words", words);
        asked = terms.map((term, position) => endingsOf(term, [inTitles[position] ?? {}, inTexts[position] ?? {}]));
        await look(asked);
      }
      const answer = answerOf(asked);
      if (!files.text) return answer;
      return { ...answer, results: await Promise.all(answer.results.map((one) => withExcerpt(one, asked))) };

      async function withExcerpt(result: SearchResult, of: readonly KnownTerm[]): Promise<SearchResult> {
        if ([...result.title, ...result.excerpt].some(({ isMatch }) => isMatch)) return result;
        const text = await textOf(result.href).catch(() => "");
        return text === "" ? result : { ...result, excerpt: excerptOf(text, stemsOf(of), stem) };
      }
    },
  };
}

/** Loads each name once, and again only after a failure. */
function memoize<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const found = known.get(name) ?? ask(name);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  };
}

/** Whether no other page can have a better score than the best pages. */
function isEnough(best: readonly Found[], limit: number, score = 0): boolean {
  return best.length > limit && score <= (best[limit]?.score ?? 0);
}

function bestOf(groups: Iterable<SearchGroup>, asked: readonly KnownTerm[], filter: SearchFilter): Found[] {
  return [...groups].flatMap((group) => pagesIn(group, asked, filter)).sort((a, b) => b.score - a.score);
}

function stemsOf(terms: readonly KnownTerm[]): Set<string> {
  return new Set(terms.flatMap(({ stems }) => stems));
}

interface Term {
  stem: string;
  plain: string;
  isLast: boolean;
}

/** A word of the query, looked up in the index. */
interface KnownTerm {
  stems: readonly string[];
  /** By group: the highest weight of the word there. */
  groups: ReadonlyMap<number, number>;
  /** Rare words count more. */
  rarity: number;
}

function termsIn(query: string, stem: Stemmer): Term[] {
  const found = wordsIn(query, stem);
  const isOpen = /[\p{L}\p{N}]$/u.test(query);
  return found.map(({ stem: of, plain }, position) => ({
    stem: of,
    plain,
    isLast: isOpen && position === found.length - 1,
  }));
}

/** `files`: those that may contain the word, of titles and then of other words. */
function endingsOf({ stem, plain, isLast }: Term, files: readonly SearchWords[]): KnownTerm {
  const isOpen = isLast && [...plain].length >= PREFIX;
  const completions = isOpen
    ? files.flatMap((words) => Object.keys(words).filter((word) => word.startsWith(plain)))
    : [];
  const stems = [...new Set([stem, ...completions.sort((a, b) => a.length - b.length).slice(0, MAX_ENDINGS)])];
  const groups = new Map<number, number>();
  for (const [kind, words] of files.entries())
    for (const one of stems) {
      const encoded = Object.hasOwn(words, one) ? words[one] : undefined;
      if (encoded === undefined) continue;
      for (const [kindInFile, numbers] of decodeNumberLists(encoded).entries())
        for (const group of numbers) keepHighest(groups, group, WEIGHTS[kind + kindInFile] ?? 0);
    }
  return { stems, groups, rarity: 1 + 1 / Math.sqrt(Math.max(1, groups.size)) };
}

/** The groups that contain every word, by their best possible score. */
function rankGroups(terms: readonly KnownTerm[]): { group: number; score: number }[] {
  const [first, ...others] = terms;
  return [...(first?.groups ?? [])]
    .filter(([group]) => others.every(({ groups }) => groups.has(group)))
    .map(([group]) => ({
      group,
      score: terms.reduce((sum, { groups, rarity }) => sum + (groups.get(group) ?? 0) * rarity, 0),
    }))
    .sort((a, b) => b.score - a.score || a.group - b.group);
}

function pagesIn(
  { stems, pages }: SearchGroup,
  terms: readonly KnownTerm[],
  { type, category }: SearchFilter,
): Found[] {
  const totals = new Map<number, { score: number; terms: number }>();
  for (const { stems: asked, rarity } of terms) {
    const weights = new Map<number, number>();
    for (const stem of asked) {
      const encoded = Object.hasOwn(stems, stem) ? stems[stem] : undefined;
      if (encoded !== undefined)
        eachNumber(decodeNumberLists(encoded), (page, weight) => keepHighest(weights, page, weight * rarity));
    }
    for (const [page, weight] of weights) {
      const total = totals.get(page) ?? { score: 0, terms: 0 };
      totals.set(page, { score: total.score + weight, terms: total.terms + 1 });
    }
  }
  return [...totals].flatMap(([position, total]) => {
    const page = pages[position];
    const isShown = page && (!type || page.type === type) && (!category || page.category === category);
    return isShown && total.terms === terms.length ? [{ page, score: total.score }] : [];
  });
}

function eachNumber(lists: readonly number[][], visit: (number: number, weight: number) => void): void {
  for (const [kind, numbers] of lists.entries()) for (const number of numbers) visit(number, WEIGHTS[kind] ?? 0);
}

function keepHighest(weights: Map<number, number>, key: number, weight: number): void {
  if ((weights.get(key) ?? 0) < weight) weights.set(key, weight);
}

function resultOf({ href, title, text }: SearchPage, stems: ReadonlySet<string>, stem: Stemmer): SearchResult {
  return { href, title: partsOf(title, stems, stem), excerpt: excerptOf(text, stems, stem) };
}

/** The piece of a text around the first word of the query. */
function excerptOf(text: string, stems: ReadonlySet<string>, stem: Stemmer): TextPart[] {
  const first = wordsIn(text, stem).find((word) => stems.has(word.stem));
  const start = first && first.start > EXCERPT / 2 ? text.indexOf(" ", first.start - EXCERPT / 3) + 1 : 0;
  const end = start + EXCERPT >= text.length ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  const piece = text.slice(start, end > start ? end : start + EXCERPT);
  return partsOf(`${start > 0 ? "… " : ""}${piece}${end < text.length ? " …" : ""}`, stems, stem);
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
