/** `encodeURI` for any text: a lone surrogate becomes the replacement character. */
export function encodeUrl(text: string): string {
  return encodeURI(wellFormed(text));
}

/** `encodeURIComponent` for any text. */
export function encodeUriPart(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Encodes a decoded site path for a URL, including characters that would end the path or start an escape. */
export function encodeSitePath(path: string): string {
  return encodeUrl(path).replace(/[?#]/g, encodeURIComponent);
}

/**
 * Escapes percent signs of a decoded site path for an attribute, where browsers encode the rest: `100%` -> `100%25`.
 */
export function escapePercent(path: string): string {
  return path.replaceAll("%", "%25");
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
