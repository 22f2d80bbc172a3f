import { decodePath, encodePath } from "../redirects/normalize.ts";
import type { OpenSiteFile } from "./open-file.ts";

export interface RequestPath {
  /** Decoded site path without the base path, with a single leading slash: `/de/team/` or `/feed.xml`. */
  path: string;
  /** Query with its question mark, or "". */
  search: string;
  /** True if the request's path had double slashes, which relative URLs on the page would inherit. */
  isCrooked: boolean;
}

/**
 * Parses a request's target. Null if it cannot be a file: dot segments, encoded slashes, control characters, paths
 * outside the base path. The raw path is used, since `new URL` would resolve `..`.
 */
export function parseRequestPath(target: string, base: string): RequestPath | null {
  const sent = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [whole = ""] = sent.split("#");
  const cut = whole.indexOf("?");
  const raw = cut === -1 ? whole : whole.slice(0, cut);
  const search = cut === -1 ? "" : whole.slice(cut);
  const decoded = decodePath(raw);
  if (!decoded.ok || !decoded.value.startsWith("/")) return null;
  const straight = decoded.value.replace(/\/{2,}/g, "/");
  const below = withoutBase(straight, base);
  return below === null ? null : { path: below, search, isCrooked: straight !== decoded.value };
}

/** `/site/team/` -> `/team/`; the base path may lack its slash. */
function withoutBase(path: string, base: string): string | null {
  if (path.startsWith(base)) return `/${path.slice(base.length)}`;
  return `${path}/` === base ? "" : null;
}

/** URL of a site path for a Location header: encoded, with the base path. */
export function encodeLocation(path: string, base: string): string {
  return encodePath(base + path.slice(1));
}

/** Text of a published file by its URL without the origin; null if there is none. */
export async function readPublished(open: OpenSiteFile, href: string, base: string): Promise<string | null> {
  const path = parseRequestPath(href, base)?.path;
  const file = path ? await open(path.slice(1) + (path.endsWith("/") ? "index.html" : "")) : null;
  if (!file) return null;
  try {
    return await file.text();
  } finally {
    await file.close();
  }
}
