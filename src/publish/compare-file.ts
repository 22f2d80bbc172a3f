import { lstatSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { contentHash } from "./content-hash.ts";
import { errno } from "./errno.ts";
import type { FileRow } from "./publish-record.ts";

/** Result of comparing a file in out/ with a build's content. */
export type FileComparison =
  | { is: "same"; row: FileRow }
  | { is: "absent" }
  | { is: "older" }
  /** A folder is in the file's place. */
  | { is: "folder" }
  /** The path holds something that sitegen did not write. */
  | { is: "foreign" };

/**
 * Synchronous on purpose: a stat takes some microseconds and its promise ten times as long, and 10,000 unchanged files
 * are common. The content is only read if size and time do not match the record.
 */
export function compareFile(options: {
  out: string;
  path: string;
  row: FileRow | undefined;
  hash: string;
  size: number;
  /** Whether a file that is not in out/ is at a target (publish-record.ts). */
  elsewhere?: boolean | undefined;
}): FileComparison {
  const { out, path, row, hash, size, elsewhere } = options;
  const file = join(out, path);
  const info = statOf(file);
  if (!info) return elsewhere && row?.hash === hash ? { is: "same", row } : { is: "absent" };
  if (info.isDirectory()) return { is: "folder" };
  const differs: FileComparison = row ? { is: "older" } : { is: "foreign" };
  if (!info.isFile()) return differs;
  const same: FileComparison = { is: "same", row: { hash, size: info.size, mtimeMs: info.mtimeMs } };
  const untouched = row !== undefined && row.size === info.size && row.mtimeMs === info.mtimeMs && row.hash !== "";
  if (untouched) return row.hash === hash ? same : differs;
  if (info.size !== size) return differs;
  return contentHash(readFileSync(file)) === hash ? same : differs;
}

/** True if the file is still the one of the last publish; with `elsewhere` also if it is at a target instead. */
export function isUntouched(out: string, path: string, row: FileRow, elsewhere = false): boolean {
  const info = statOf(`${out}/${path}`);
  if (!info && elsewhere) return row.hash !== "";
  if (!info?.isFile()) return false;
  if (row.hash === "") return false;
  if (info.size === row.size && info.mtimeMs === row.mtimeMs) return true;
  return contentHash(readFileSync(join(out, path))) === row.hash;
}

function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // A file is in the place of one of the folders.
    if (errno(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
