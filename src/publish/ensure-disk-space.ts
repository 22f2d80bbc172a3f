import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { diskFullError, existing, type FreeSpace, isDiskFull, sizeText } from "../files/full-disk.ts";
import type { OutputLocation } from "./output-location.ts";
import { parentsOf } from "./paths.ts";
import type { StagedFile } from "./publish-plan.ts";
import type { RecordRow } from "./publish-record.ts";

/** Size of a folder on common file systems, at most. */
const FOLDER_BYTES = 4096;
/** Of a row besides its path, and of a move in the journal besides its two. */
const ROW_BYTES = 80;

export interface DiskSpaceNeeds {
  location: OutputLocation;
  /** Bytes of the staged files; `isLacking` if not all fit into the stage. */
  spaceNeeded: { bytes: number; isLacking: boolean };
  /** Files to move one by one, and files to remove. */
  staged: readonly StagedFile[];
  remove: readonly string[];
  /** Rows of the new record. */
  rows: readonly RecordRow[];
  freeSpace: FreeSpace;
}

/**
 * Throws DISK_FULL, before anything in out/ changes, unless the disks of output and state folder have room for what the
 * publish still writes. Staged files are moved and need no more space; the journal, the record and new folders do.
 */
export function ensureDiskSpace({ location, spaceNeeded, staged, remove, rows, freeSpace }: DiskSpaceNeeds): void {
  const bytes = bytesOf(rows.map(([path]) => path));
  const journal = bytes + 2 * bytesOf(staged.map(({ path }) => path)) + bytesOf(remove);
  const folders = newFolders(location.out, staged) * FOLDER_BYTES;
  const disks = [
    {
      folder: location.out,
      at: existing(location.work),
      needed: journal + folders + (spaceNeeded.isLacking ? spaceNeeded.bytes : 0),
    },
    { folder: dirname(location.record), at: existing(location.record), needed: bytes },
  ];
  const [first, second] = disks;
  if (first && second && statSync(first.at).dev === statSync(second.at).dev) {
    first.needed += second.needed;
    second.needed = 0;
  }
  for (const { folder, at, needed } of disks) {
    const free = freeSpace(at);
    const isShort = free !== null && free < needed;
    const isLacking = folder === location.out && spaceNeeded.isLacking;
    if (isShort || isLacking) throw diskFullError({ folder, needed: `this build needs ${sizeText(needed)}`, free });
  }
}

function bytesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + Buffer.byteLength(path) + ROW_BYTES, 0);
}

function newFolders(out: string, staged: readonly StagedFile[]): number {
  const folders = new Set(staged.flatMap(({ path, isNew }) => (isNew ? parentsOf(path) : [])));
  return [...folders].filter((folder) => !existsSync(join(out, folder))).length;
}

/** Runs what the publish reads and writes before it changes out/; reports a full disk as such. */
export function withDiskFullError<T>(location: OutputLocation, freeSpace: FreeSpace, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    throw diskFullError({ folder: location.history, free: freeSpace(existing(location.history)), cause });
  }
}
