/** As `encodeURI`, for any text: half of a character, which has no code, becomes the replacement character. */
export function encodeAddress(text: string): string {
  return encodeURI(wellFormed(text));
}

/** As `encodeURIComponent`, for any text. */
export function encodePart(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
