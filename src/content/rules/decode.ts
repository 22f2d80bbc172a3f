/** `decodeURIComponent` for any text: one with an invalid escape stays as it is. */
export function decodeUriPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
