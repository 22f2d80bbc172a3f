/**
 * Checks of what is read back from out/, a target, the state folder or a journal. Others may write there, and a checksum
 * in the same place proves nothing: a path that leads out of the folder, or a hash that is used as a file name, would
 * reach other files.
 */
import { isSafePath } from "./paths.ts";

/** A content hash as `contentHash` returns it. */
export function isContentHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

/** The hash in a record; "" if only the file's path is known. */
export function isRecordedHash(value: unknown): value is string {
  return value === "" || isContentHash(value);
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
