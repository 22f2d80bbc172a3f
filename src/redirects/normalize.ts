import { safeUrl } from "../content/rules/links.ts";
import { withTrailingSlash } from "../content/rules/paths.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { isUrl } from "../util/is-url.ts";
import { isPattern, namesOf, placeholdersOf } from "./pattern.ts";
import type { ParsedRule, QueryCondition, RawRule, RedirectStatus } from "./rule.ts";

const STATUSES: readonly RedirectStatus[] = [301, 302, 303, 307, 308];

/** A checked rule, or the problem with it. */
export function normalizeRule(raw: RawRule): { rule: ParsedRule } | { problem: Problem } {
  const [path = "", ...queries] = raw.from.split("?");
  const from = normalizeFrom(path);
  if (!from.ok)
    return refuse(raw, "REDIRECT_SOURCE_INVALID", `"${shorten(raw.from)}" cannot be redirected: ${from.why}.`);
  const query = parseConditions([...queries, raw.query].filter((part) => part !== "").join("&"));
  if (!query.ok) return refuse(raw, "REDIRECT_QUERY_INVALID", `The condition of ${from.value} is wrong: ${query.why}.`);
  const status = STATUSES.find((known) => String(known) === (raw.status || "301"));
  if (!status) {
    const why = `${raw.status} is not a redirect status; known are ${STATUSES.join(", ")}`;
    return refuse(raw, "REDIRECT_STATUS_INVALID", `The rule for ${from.value} is wrong: ${why}.`);
  }
  const to = normalizeTarget(raw.to, from.value);
  if (!to.ok) {
    return refuse(raw, "REDIRECT_TARGET_UNSAFE", `${from.value} cannot lead to "${shorten(raw.to)}": ${to.why}.`);
  }
  const isExternal = /^https?:/.test(to.value);
  const rule = {
    from: from.value,
    isPattern: isPattern(from.value),
    query: query.value,
    to: to.value,
    isExternal,
    status,
  };
  return { rule: { ...rule, where: raw.where } };
}

/** Decodes the path and adds slashes at both ends. A path to an HTML file has none at the end: `/old.html`. */
function normalizeFrom(path: string): ParseResult<string> {
  if (path.includes("#")) return fail("a server never sees what follows #");
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) return fail("it must be a path of this site");
  const decoded = decodePath(path.startsWith("/") ? path : `/${path}`);
  if (!decoded.ok) return decoded;
  const clean = decoded.value.replace(/\/index\.html$/, "/");
  if (clean.slice(1).replace(/\/$/, "").split("/").includes("") && clean !== "/")
    return fail("it holds an empty segment");
  const segments = clean.split("/").filter((segment) => segment !== "");
  for (const [index, segment] of segments.entries()) {
    const isStar = segment === "*" && index === segments.length - 1;
    if (segment.includes("*") && !isStar) return fail("a star may only be the last segment");
    if (segment.startsWith(":") && namesOf(segment).length === 0) return fail(`"${segment}" is not a name`);
  }
  const names = namesOf(clean);
  if (new Set(names).size < names.length) return fail("a name occurs twice");
  return { ok: true, value: /(\.html?|\*)$/i.test(clean) ? clean : withTrailingSlash(clean) };
}

/** Parses `lang=de&x=1` into conditions that must all match. */
function parseConditions(query: string): ParseResult<QueryCondition[]> {
  const conditions: QueryCondition[] = [];
  for (const part of query.replace(/^\?/, "").split("&")) {
    if (part === "") continue;
    const [name = "", ...rest] = part.split("=");
    const pair = [name, rest.join("=")].map(decodeQuery);
    const [key, value] = pair;
    if (key === undefined || value === undefined) return fail(`"${part}" is not a valid escape`);
    if (key === "" || rest.length === 0) return fail(`"${part}" must have the form name=value`);
    if (/\p{Cc}/u.test(key + value)) return fail("it holds a control character");
    conditions.push([key, value]);
  }
  return { ok: true, value: conditions };
}

function normalizeTarget(to: string, from: string): ParseResult<string> {
  if (to === "") return fail("the target is empty");
  const isExternal = !to.startsWith("/") || /^\/[/\\]/.test(to);
  const target = isExternal ? checkExternal(to) : checkInternal(to);
  if (!target.ok) return target;
  const known = namesOf(from);
  const unknown = placeholdersOf(target.value).find((name) => !known.includes(name));
  if (unknown !== undefined) return fail(`:${unknown} does not occur in ${from}`);
  // Removes an empty query or hash.
  return { ok: true, value: target.value.replace(/^([^?#]*)\?(?=#|$)/, "$1").replace(/#$/, "") };
}

function checkInternal(to: string): ParseResult<string> {
  const [, path = "", tail = ""] = /^([^?#]*)(.*)/s.exec(to) ?? [];
  if (/\p{Cc}/u.test(tail)) return fail("it holds a control character");
  const decoded = decodePath(path);
  if (!decoded.ok) return decoded;
  if (/\/\//.test(decoded.value)) return fail("it holds an empty segment");
  return { ok: true, value: encodePath(decoded.value) + escapeTail(tail) };
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function refuse(raw: RawRule, code: string, message: string): { problem: Problem } {
  const hint = "Fix the rule; it is left out until then.";
  return { problem: createProblem("error", code, { message, path: raw.where, hint }) };
}

/** Characters to escape in a URL (RFC 3986), including the apostrophe, which would end an attribute. */
const UNSAFE = /[^A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]/gu;
const MAX_LENGTH = 2000;

type ParseResult<T> = { ok: true; value: T } | { ok: false; why: string };

/** Decodes a site path segment by segment, so that an encoded slash or dot cannot change its meaning. */
export function decodePath(path: string): ParseResult<string> {
  if (path.length > MAX_LENGTH) return fail("it is too long");
  if (/[\\\p{Cc}]/u.test(path)) return fail("it holds a backslash or a control character");
  const segments: string[] = [];
  for (const raw of path.split("/")) {
    const segment = decodeSegment(raw);
    if (segment === undefined) return fail(`"${raw}" is not a valid escape`);
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
function checkExternal(raw: string): ParseResult<string> {
  const match = /^(https?):\/\/([^/?#]*)(.*)/is.exec(safeUrl(raw));
  if (!match) return fail("only http and https addresses and site paths are allowed");
  const [, scheme = "", host = "", rest = ""] = match;
  if (raw.length > MAX_LENGTH) return fail("it is too long");
  if (/[\\\p{Cc}]/u.test(raw)) return fail("it holds a backslash or a control character");
  if (host.includes("@")) return fail("it carries a user name before the host");
  const address = `${scheme}://${host}`;
  const isName = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/iu.test(host);
  if (!isName || !isUrl(address)) return fail(`"${host}" is not a host name`);
  // As a header has it: in lower case, other letters as `xn--`.
  return { ok: true, value: new URL(address).origin + escapeTail(rest) };
}

/** Escapes unsafe characters and stray percent signs in a query and hash, or in everything after a host. */
function escapeTail(tail: string): string {
  return tail.replace(UNSAFE, (character) => encode(character)).replace(/%(?![0-9a-f]{2})/gi, "%25");
}

/** Decodes a form-encoded name or value; undefined if an escape is invalid. */
export function decodeQuery(text: string): string | undefined {
  return decodeSegment(text.replaceAll("+", " "));
}

function encode(character: string): string {
  // A lone surrogate cannot be encoded; encodeURIComponent leaves the apostrophe alone.
  if (character === "'") return "%27";
  return /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function fail(why: string): { ok: false; why: string } {
  return { ok: false, why };
}
