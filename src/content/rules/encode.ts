/** As `encodeURI`, for any text: half of a character, which has no code, becomes the replacement character. */
export function encodeAddress(text: string): string {
  return encodeURI(wellFormed(text));
}

/** As `encodeURIComponent`, for any text. */
export function encodePart(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** A decoded site path as an address: what would end a path there, or be taken for an escape, is escaped as well. */
export function encodeSitePath(path: string): string {
  return encodeAddress(path).replace(/[?#]/g, encodeURIComponent);
}

/** A decoded site path for an attribute, where browsers encode letters themselves: `100%` -> `100%25`. */
export function escapePercent(path: string): string {
  return path.replaceAll("%", "%25");
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
