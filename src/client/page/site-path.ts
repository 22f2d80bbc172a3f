import { withTrailingSlash } from "../../content/rules/paths.ts";

/**
 * Site path of a URL below the base path, decoded and with a closing slash, as in payloads and the manifest; null
 * outside the base path.
 */
export function sitePath(pathname: string, base: string): string | null {
  const full = decode(pathname);
  const root = base.slice(0, -1);
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
