import { UNSPACED } from "./unspaced.ts";

/** Keys whose strings are not displayed. */
const SILENT = new Set([
  "_uid",
  "_editable",
  "component",
  "id",
  "uuid",
  "filename",
  "linktype",
  "fieldtype",
  "cached_url",
  "type",
]);

/**
 * A word is text between spaces with at least one letter, matched from its first letter; in scripts without spaces, two
 * letters.
 */
const WORD = new RegExp(`[${UNSPACED}]{1,2}|\\p{L}[^\\s${UNSPACED}]*`, "gu");

/** Counts the words in a piece of content, including rich text. */
export function countWords(content: unknown): number {
  if (typeof content === "string") return wordsIn(content);
  if (Array.isArray(content)) return content.reduce<number>((sum, item) => sum + countWords(item), 0);
  if (typeof content !== "object" || content === null) return 0;
  const fields = content as Record<string, unknown>;
  let words = 0;
  for (const key of Object.keys(fields)) if (!SILENT.has(key)) words += countWords(fields[key]);
  return words;
}

/** Counted one by one: an array of all words would take more memory than the text. */
function wordsIn(text: string): number {
  let words = 0;
  while (WORD.test(text)) words += 1; // a global pattern: each test continues, the last one resets it
  return words;
}

/** Whole minutes at 220 words a minute, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}
