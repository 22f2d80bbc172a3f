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

/** Words a visitor reads in a piece of content: every text below it, rich text included. */
export function countWords(content: unknown): number {
  if (typeof content === "string") return content.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
  if (Array.isArray(content)) return content.reduce<number>((sum, item) => sum + countWords(item), 0);
  if (typeof content !== "object" || content === null) return 0;
  return Object.entries(content).reduce((sum, [key, value]) => sum + (SILENT.has(key) ? 0 : countWords(value)), 0);
}

/** Whole minutes at 220 words a minute, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}
