import { contentHash } from "../files/hash.ts";
import { CACHE_CONTROL, cacheControl } from "../http/cache-control.ts";
import { contentType, UNKNOWN_TYPE } from "../http/content-types.ts";
import type { ListedFile } from "../publish/file-list.ts";
import type { HttpResponse } from "./http-client.ts";

/** A difference between the live site and the build. */
export interface Mismatch {
  path: string;
  what: string;
  expected: string;
  got: string;
}

export interface FileCheck {
  /** False for a host that cannot set headers. */
  headers: boolean;
  /** Header names in lower case, with the values that every page must have. */
  security: Readonly<Record<string, string>>;
}

/** Compares a response with the file list: status, type, content, caching; for pages the security headers too. */
export function checkFile(
  path: string,
  response: HttpResponse,
  options: { file: ListedFile; status?: number; expectations: FileCheck; site?: string },
): Mismatch[] {
  const { file, status = 200, expectations, site } = options;
  if (response.status !== status) {
    return [{ path, what: "status", expected: String(status), got: statusOf(response) }];
  }
  const wrong: Mismatch[] = [];
  const expect = (what: string, expected: string, got: string, isFine: boolean) => {
    if (!isFine) wrong.push({ path, what, expected, got });
  };
  const type = response.headers["content-type"] ?? "";
  const { value: kind } = contentType(`/${file.path}`);
  // A type that sitegen does not know is not compared.
  expect("type", kind, type, kind === UNKNOWN_TYPE || isSameType(kind, type));
  const got = contentHash(response.body);
  expect("bytes", `${file.size} bytes, ${file.hash}`, `${response.body.length} bytes, ${got}`, got === file.hash);
  // Not left out for hosts without headers: it is one that the host does send. Hosts send it for previews, whose pages are
  // listed at their canonical addresses.
  const isListed = site !== undefined && Buffer.from(response.body).includes(`<link rel="canonical" href="${site}`);
  if (isListed && expectations.security[ROBOTS] === undefined) {
    expect("indexing", "allowed", `forbidden by X-Robots-Tag: ${response.headers[ROBOTS]}`, !isKeptOut(response));
  }
  if (!expectations.headers) return wrong;
  const cache = response.headers["cache-control"] ?? "";
  // A host may cache its error page as it likes.
  const wanted = cacheControl(`/${file.path}`);
  if (status !== 404) expect("cache-control", wanted, cache, isSameCaching(wanted, cache));
  if (!file.path.endsWith(".html")) return wrong;
  for (const [name, value] of Object.entries(expectations.security)) {
    expect(name, value, response.headers[name] ?? "", response.headers[name] === value);
  }
  return wrong;
}

const ROBOTS = "x-robots-tag";

/** Of a crawler, that of the large search engines: a site may refuse others. */
const NOINDEX_HEADER = /(?:^|,)\s*(?:(?:googlebot|bingbot)\s*:\s*)?(?:noindex|none)\s*(?:,|$)/i;
const NOINDEX_TAG = /<meta\b(?=[^>]*\bname="(?:robots|googlebot)")[^>]*\bcontent="[^"]*\b(?:noindex|none)\b/i;

/** Whether the host keeps a page out of search engines that does not say so itself. */
export function isKeptOut({ headers, body }: Pick<HttpResponse, "headers" | "body">): boolean {
  return NOINDEX_HEADER.test(headers[ROBOTS] ?? "") && !NOINDEX_TAG.test(Buffer.from(body).toString("utf8"));
}

/** Alternative names of a content type. */
const SAME_TYPE: Record<string, string> = {
  "application/javascript": "text/javascript",
  "application/x-javascript": "text/javascript",
  "text/xml": "application/xml",
  "application/rss+xml": "application/xml",
  "application/atom+xml": "application/xml",
  "application/xslt+xml": "application/xml",
  "application/x-mpegurl": "application/vnd.apple.mpegurl",
  "image/vnd.microsoft.icon": "image/x-icon",
  "application/font-woff2": "font/woff2",
  "application/x-font-ttf": "font/ttf",
  "application/vnd.ms-opentype": "font/otf",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-flac": "audio/flac",
  "audio/x-m4a": "audio/mp4",
  "video/x-m4v": "video/mp4",
  "text/markdown": "text/plain",
  "application/x-subrip": "text/plain",
};

function isSameType(expected: string, got: string): boolean {
  const [, media = "", charset = ""] = /^\s*([^;\s]*)[^;]*(?:;\s*charset="?([^;"\s]*))?/i.exec(got) ?? [];
  const plain = media.toLowerCase();
  const isMedia = (SAME_TYPE[plain] ?? plain) === (expected.split(";")[0] ?? "");
  return isMedia && (charset === "" || charset.toLowerCase() === "utf-8");
}

/** Ignores the order of directives and additional ones. */
function isSameCaching(expected: string, got: string): boolean {
  const has = (directive: string) => new RegExp(`(^|[\\s,])${directive}($|[\\s,])`, "i").test(got);
  const maxAge = Number(/max-age=(\d+)/i.exec(got)?.[1] ?? Number.NaN);
  if (expected === CACHE_CONTROL.never) return has("no-store");
  if (expected === CACHE_CONTROL.immutable) return maxAge >= 31_536_000 && has("immutable") && !has("no-store");
  return has("no-cache") || has("no-store") || maxAge === 0;
}

export function statusOf({ status, headers }: HttpResponse): string {
  return headers.location === undefined ? String(status) : `${status} to ${headers.location}`;
}
