/** Keys whose strings are never read by a visitor. */
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

/** What is between two spaces is a word if there is a letter in it. Each is found once, at its first letter. */
const WORD = /\p{L}\S*/gu;

/** Words a visitor reads in a piece of content: every text below it, rich text included. */
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
