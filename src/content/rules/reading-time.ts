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

/** A word is text between spaces with at least one letter; matched from its first letter. */
const WORD = /\p{L}\S*/gu;

/** Counts the words in a piece of content, including rich text. */
export function countWords(content: unknown): number {
  if (typeof content === "string") return content.match(WORD)?.length ?? 0;
  if (Array.isArray(content)) return content.reduce<number>((sum, item) => sum + countWords(item), 0);
  if (typeof content !== "object" || content === null) return 0;
  let words = 0;
  for (const [key, value] of Object.entries(content)) if (!SILENT.has(key)) words += countWords(value);
  return words;
}

/** Whole minutes at 220 words a minute, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}
