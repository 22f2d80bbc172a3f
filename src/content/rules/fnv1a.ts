/**
 * FNV-1a over UTF-16 code units: fast, evenly distributed, the same everywhere. It assigns entries to the
 * files of build lists, sitemaps and preview indexes and routes to shards, so it must never change.
 */
export function fnv1a(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
