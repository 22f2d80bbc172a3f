import { decodePath, encodePath } from "../redirects/address.ts";

export interface RequestPath {
  /** Decoded site path without the base: one slash at the start, none doubled; `/de/team/` or `/feed.xml`. */
  path: string;
  /** Query with its question mark, or "". */
  search: string;
  /** The request spelled the path otherwise: slashes doubled, which a relative address would inherit. */
  isCrooked: boolean;
}

/**
 * Reads the target of a request. Null for what can name no file: dot segments, escapes that hide a slash, control
 * characters, paths outside the base. The path is taken as it was sent, since `new URL` would resolve `..` silently.
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

/** `/site/team/` -> `/team/`; the base without its slash counts as well. */
function withoutBase(path: string, base: string): string | null {
  if (path.startsWith(base)) return `/${path.slice(base.length)}`;
  return `${path}/` === base ? "" : null;
}

/** Address of a site path, for a Location header: base in front, escaped. */
export function addressOf(path: string, base: string): string {
  return encodePath(base + path.slice(1));
}
