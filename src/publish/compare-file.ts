import { lstatSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../files/hash.ts";
import { errno } from "../problems/cause.ts";
import type { FileRow, PublishRecord } from "./publish-record.ts";

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
  const { hash, size } = row;
  return hash !== "" && compareFile({ out, path, row, hash, size, elsewhere }).is === "same";
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

/** Files that one build checks. Those of a larger site are checked in turns, so that the cost is constant. */
const FILES_PER_CHECK = 800;

export interface FileCheck {
  /** Files that are missing or not as they were published: all of them, if there is one among the checked files. */
  broken: ReadonlySet<string>;
  /** Where the next check begins. */
  next: number;
}

/** Checks some of the files in out/, beginning with number `from`, by size and time. */
export function checkFiles(
  out: string,
  { files, elsewhere }: Pick<PublishRecord, "files" | "elsewhere">,
  from: number,
): FileCheck {
  const isBroken = (path: string) => {
    const row = files.get(path);
    return row !== undefined && !isUntouched(out, path, row, elsewhere);
  };
  const count = Math.min(files.size, FILES_PER_CHECK);
  const start = files.size === 0 ? 0 : from % files.size;
  const end = start + count;
  let [at, found] = [0, false];
  for (const path of files.keys()) {
    if ((at >= start && at < end) || at < end - files.size) found ||= isBroken(path);
    at += 1;
  }
  const next = files.size === 0 ? 0 : end % files.size;
  const all = found ? [...files.keys()].filter(isBroken) : [];
  return { broken: new Set(all), next };
}
