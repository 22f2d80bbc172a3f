/** How texts are cut into words for a search: the same for the index and for a visitor's query. */
import { plainLetters } from "../rules/plain-letters.ts";
import { UNSPACED } from "../rules/unspaced.ts";

/** Reduces a word to its stem; the identity for a language that no library knows. */
export type Stemmer = (word: string) => string;

export interface FoundWord {
  /** As an index has it. */
  stem: string;
  /** Without accents, in lower case. */
  plain: string;
  /** Position in the text. */
  start: number;
  end: number;
}

/** Nobody types longer words. */
const LONGEST = 40;
/** Soft hyphens and other characters that nobody sees are within words. */
const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\p{Cf}]*/gu;
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu");
/** A letter with its marks; those of half-width Katakana are letters of their own. */
const LETTER = /.[\p{M}\uff9e\uff9f]*/gsu;

/** The words of a text with their positions; of a script without spaces, each letter and each two of them. */
export function wordsIn(text: string, stem: Stemmer): FoundWord[] {
  const found: FoundWord[] = [];
  const add = (word: string, start: number) => {
    const plain = plainWord(word);
    found.push({ stem: stem(plain), plain, start, end: start + word.length });
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!IS_UNSPACED.test(word)) add(word, index);
    else
      for (const { 0: run, index: offset } of word.matchAll(RUN)) {
        if (IS_UNSPACED.test(run)) found.push(...lettersIn(run, index + offset));
        else add(run, index + offset);
      }
  }
  return found;
}

function lettersIn(run: string, offset: number): FoundWord[] {
  const letters = Array.from(run.matchAll(LETTER), ({ 0: letter, index }) => ({
    plain: plainWord(letter),
    start: offset + index,
    end: offset + index + letter.length,
  }));
  return letters.flatMap((one, index) => {
    const next = letters[index + 1];
    const pair = next && { plain: one.plain + next.plain, start: one.start, end: next.end };
    return (pair ? [one, pair] : [one]).map((found) => ({ ...found, stem: found.plain }));
  });
}

const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i", ё: "е" };

/** In lower case and without accents, so that a word is found however it is typed. */
function plainWord(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z0-9]+$/.test(lower)) return lower;
  return plainLetters(lower.replace(/\p{Cf}/gu, "")).replace(/[ßæœøđłıё]/g, (letter) => LETTERS[letter] ?? letter);
}

/** How often a text has each of its stems; `known` caches them by word as written. */
export function stemsIn(text: string, stem: Stemmer, known: Map<string, readonly string[]>): Map<string, number> {
  const found = new Map<string, number>();
  // Splitting at spaces is much faster than matching letters, or any white space; what has more words in it is cut below.
  for (const written of text.split(" ")) {
    let stems = known.get(written);
    if (stems === undefined) {
      // As a string of its own: V8 cuts a long word out of its text by keeping the text.
      const own = written.split("").join("");
      stems = wordsIn(own, stem).flatMap((one) => (one.stem.length <= LONGEST ? [one.stem] : []));
      known.set(own, stems);
    }
    for (const one of stems) found.set(one, (found.get(one) ?? 0) + 1);
  }
  return found;
}

/** Elements whose text is not part of what a page says. */
export const SILENT: readonly string[] = "script style template noscript svg nav button select option".split(" ");

/** Elements within a text; any other begins a text of its own. */
export const INLINE: readonly string[] =
  "a abbr b bdi br cite code em i kbd mark q s small span strong sub sup time u var wbr".split(" ");

/** White space that is not one space: most is, and is not replaced by itself. */
const UNEVEN = /\s{2,}|[^\S ]/g;

/** The texts of a page as one line: what does not end with a stop is separated from what follows. */
export function joinTexts(texts: readonly string[]): string {
  let joined = "";
  let end = "";
  for (const text of texts) {
    const next = text.replace(UNEVEN, " ").trim();
    if (next === "") continue;
    // Looking at the end of the text that grows would copy it each time.
    joined += `${joined === "" ? "" : /\p{P}$/u.test(end) ? " " : " · "}${next}`;
    end = next.slice(-2);
  }
  return joined;
}
