/** A block's `_uid` as the content service gives it, a uuid most often. */
const LONG_UID = /"_uid":"([\w-]{16,})"/g;

/**
 * The JSON of a document's payload with short names in place of its blocks' long `_uid`s, which do not compress. They
 * tell blocks apart, and that is all hydration needs; one that stands in the markup stays.
 */
export function shortenUids(json: string, html: string): string {
  let text = json;
  let next = 0;
  for (const uid of new Set([...json.matchAll(LONG_UID)].map(([, found = ""]) => found))) {
    if (html.includes(uid)) continue;
    while (json.includes(`"u${next}"`)) next += 1;
    text = text.replaceAll(`"${uid}"`, `"u${next}"`);
    next += 1;
  }
  return text;
}
