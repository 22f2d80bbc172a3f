import { decodeUriPart } from "../content/rules/decode.ts";
import { sitegenError } from "../problems/errors.ts";

/** Longest file name of common file systems, in bytes. */
const MAX_SEGMENT_BYTES = 255;

/** Matches most paths; all others are checked in detail. */
const PLAIN = /^(?:[\w-][\w.-]{0,200}\/)*[\w-][\w.-]{0,200}$/;

/** Why a path cannot be a file below out/; "" if it can. Paths are relative with slashes: `team/index.html`. */
export function pathError(path: string): string {
  if (PLAIN.test(path)) return "";
  if (path === "") return "it is empty";
  if (/[\p{Cc}\\]/u.test(path)) return "it holds a backslash or a control character";
  for (const segment of path.split("/")) {
    if (segment === "") return "it is absolute or holds an empty segment";
    if (segment === "." || segment === "..") return `it holds the segment "${segment}"`;
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
      return `the segment "${segment.slice(0, 40)}…" is longer than ${MAX_SEGMENT_BYTES} bytes`;
    }
  }
  return "";
}

export function isSafePath(path: unknown): path is string {
  return typeof path === "string" && pathError(path) === "";
}

export function assertSafePath(path: string, source: string): void {
  const error = pathError(path);
  if (error === "") return;
  const shown = path.length > 120 ? `${path.slice(0, 120)}…` : path;
  throw sitegenError("PUBLISH_UNSAFE_PATH", {
    message: `${JSON.stringify(shown)} cannot be a file of the output: ${error}.`,
    where: source,
  });
}

/** All folders of a path, innermost first: `a/b/c.html` gives `a/b`, `a`. */
export function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) parents.push(path.slice(0, end));
  return parents;
}

/** `/team/?cat=x#y` -> `team/index.html`. Invalid escapes are kept, so that the file is reported as missing. */
export function fileOfReference(ref: string): string {
  const path = ref.replace(/[?#].*$/s, "").replace(/^\/+/, "");
  const decoded = decodeUriPart(path);
  return decoded === "" || decoded.endsWith("/") ? `${decoded}index.html` : decoded;
}

/**
 * A content hash as `contentHash` returns it. This and what follows checks what is read back from out/, a target, the state
 * folder or a journal. Others may write there, and a checksum in the same place proves nothing: a path that leads out of
 * the folder, or a hash that is used as a file name, would reach other files.
 */
export function isContentHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

/** A build's id, which is part of the names of its lists. */
export function isBuildId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

export function isFolderName(value: unknown): value is string {
  return isSafePath(value) && !value.includes("/");
}

/** A list of values that all pass a check. */
export function isListOf(value: unknown, isItem: (item: unknown) => item is string): value is string[] {
  return Array.isArray(value) && value.every(isItem);
}

/** A count, or a size in bytes. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isListedRow(row: unknown): row is [path: string, hash: string, size: number] {
  if (!Array.isArray(row)) return false;
  const [path, hash, size]: unknown[] = row;
  return isSafePath(path) && isContentHash(hash) && isWholeNumber(size);
}
