import { safeUrl } from "../content/rules/links.ts";

/** Characters to escape in a URL (RFC 3986), including the apostrophe, which would end an attribute. */
const UNSAFE = /[^A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]/gu;
const MAX_LENGTH = 2000;

export type ParseResult<T> = { ok: true; value: T } | { ok: false; why: string };

/** Decodes a site path segment by segment, so that an encoded slash or dot cannot change its meaning. */
export function decodePath(path: string): ParseResult<string> {
  if (path.length > MAX_LENGTH) return fail("it is too long");
  if (/[\\\p{Cc}]/u.test(path)) return fail("it holds a backslash or a control character");
  const segments: string[] = [];
  for (const raw of path.split("/")) {
    const segment = decodeSegment(raw);
    if (segment === null) return fail(`"${raw}" is not a valid escape`);
    if (segment === "." || segment === "..") return fail(`it holds the segment "${segment}"`);
    if (/[/\\?#\p{Cc}]/u.test(segment)) return fail(`"${raw}" hides a delimiter behind an escape`);
    segments.push(segment);
  }
  return { ok: true, value: segments.join("/") };
}

/** Percent-encodes a decoded path; the syntax of patterns (`:name`, `*`) is kept. */
export function encodePath(path: string): string {
  return path
    .replaceAll("%", "%25")
    .replace(UNSAFE, (character) => encode(character))
    .replace(/[?#[\]]/g, encode);
}

/** Checks an external URL: http or https, a plain host name, no user name or control characters. */
export function checkExternal(raw: string): ParseResult<string> {
  const match = /^(https?):\/\/([^/?#]*)(.*)/is.exec(safeUrl(raw));
  if (!match) return fail("only http and https addresses and site paths are allowed");
  const [, scheme = "", host = "", rest = ""] = match;
  if (raw.length > MAX_LENGTH) return fail("it is too long");
  if (/[\\\p{Cc}]/u.test(raw)) return fail("it holds a backslash or a control character");
  if (host.includes("@")) return fail("it carries a user name before the host");
  if (!/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/iu.test(host)) {
    return fail(`"${host}" is not a host name`);
  }
  return { ok: true, value: `${scheme.toLowerCase()}://${host.toLowerCase()}${escapeTail(rest)}` };
}

/** Escapes unsafe characters and stray percent signs in a query and hash, or in everything after a host. */
export function escapeTail(tail: string): string {
  return tail.replace(UNSAFE, (character) => encode(character)).replace(/%(?![0-9a-f]{2})/gi, "%25");
}

/** Decodes a form-encoded name or value; undefined if an escape is invalid. */
export function decodeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function encode(character: string): string {
  // A lone surrogate cannot be encoded; encodeURIComponent leaves the apostrophe alone.
  if (character === "'") return "%27";
  return /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

export function fail(why: string): { ok: false; why: string } {
  return { ok: false, why };
}
