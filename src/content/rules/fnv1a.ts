/**
 * FNV-1a over the UTF-16 code units of a text, or over bytes: fast, evenly distributed, the same everywhere. It assigns
 * entries to the files of build lists, sitemaps and preview indexes and routes to shards, so it must never change.
 */
export function fnv1a(of: string | Uint8Array): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < of.length; at += 1) {
    const unit = typeof of === "string" ? of.charCodeAt(at) : (of[at] ?? 0);
    value = Math.imul(value ^ unit, 0x01000193) >>> 0;
  }
  return value;
}
