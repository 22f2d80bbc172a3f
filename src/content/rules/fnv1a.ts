/**
 * FNV-1a over a text's characters: the same number everywhere, evenly spread, for next to no cost. The parts of file
 * lists, sitemaps and preview indexes and the shards of a build are chosen by it, so it must never change.
 */
export function fnv1a(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
