import { withTrailingSlash } from "../../content/rules/paths.ts";

/**
 * Site path of an address below the base, decoded and with a slash at the end, as payloads and the manifest name it;
 * null for an address outside the base.
 */
export function sitePath(pathname: string, base: string): string | null {
  const full = decode(pathname);
  const root = base.slice(0, -1);
  if (full !== root && !full.startsWith(base)) return null;
  return withTrailingSlash(`/${full.slice(base.length)}`);
}

/** True when the last segment names a file (`/feed.xml`) and no page. */
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
