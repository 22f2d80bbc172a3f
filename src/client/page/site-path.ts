import { withTrailingSlash } from "../../content/rules/paths.ts";

/**
 * Site path of a URL below the base path, decoded and with a closing slash, as in payloads and the manifest; null
 * outside the base path, and with two slashes in a row: no page has them, and `//host/` would be requested from that host.
 */
export function sitePath(pathname: string, base: string): string | null {
  const full = decode(pathname);
  const root = base.slice(0, -1);
  if (full.includes("//")) return null;
  if (full !== root && !full.startsWith(base)) return null;
  return withTrailingSlash(`/${full.slice(base.length)}`);
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
