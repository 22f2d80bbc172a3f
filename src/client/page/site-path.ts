import { withTrailingSlash } from "../../content/rules/paths.ts";

/**
 * Site path of a URL below the base path, decoded and with a closing slash, as in payloads and the manifest; null
 * outside the base path, and with two slashes in a row or one that is encoded: no page has them, and `//host/` would be
 * requested from that host.
 */
export function sitePath(pathname: string, base: string): string | null {
  const full = withTrailingSlash(decode(pathname));
  return /\/\/|%2f/i.test(pathname) || !full.startsWith(base) ? null : full.slice(base.length - 1);
}

/** True if the last segment is a file name (`/feed.xml`). */
export function isFile(pathname: string): boolean {
  return /\.[^/]*$/.test(pathname);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
