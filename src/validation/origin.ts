/** Origins that a person writes, in the form that browsers send and compare. */

/** `https://WWW.grün.example:443` -> `https://www.xn--grn-ioa.example`; the same text if it is no origin. */
export function normalOrigin(text: string): string {
  return isOrigin(text) ? new URL(text).origin : text;
}

/** True for scheme, host and port alone: without user, path, query or a slash at the end. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^/\\]+$/i.test(text)) return false;
  try {
    const { href, origin } = new URL(text);
    return href === `${origin}/`;
  } catch {
    return false;
  }
}
