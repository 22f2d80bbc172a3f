/** Writes that detect a full disk, undo what they began and report how much space is needed. */
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { SitegenError, sitegenError } from "../problems/errors.ts";

/** Free bytes on the disk of a folder; null if the file system does not report them. */
export type FreeSpace = (folder: string) => number | null;

export const freeSpace: FreeSpace = (folder) => {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? null : bavail * bsize; // some network file systems report zeros
  } catch {
    return null;
  }
};

/** The path, or the nearest folder above it that exists. */
export function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

export function isDiskFull(error: unknown): boolean {
  if (error instanceof SitegenError) return error.code === "DISK_FULL";
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** `needed` says what has to be written, if that is known; `free` is the result of another `FreeSpace`. */
export function diskFullError({
  folder,
  needed = "",
  free = freeSpace(existing(folder)),
  cause,
}: {
  folder: string;
  needed?: string;
  free?: number | null;
  cause?: unknown;
}): SitegenError {
  const sizes = [needed, free === null ? "" : `${sizeText(free)} are free`].filter((part) => part !== "").join(", ");
  const message = `The disk of ${folder} is full${sizes === "" ? "" : `: ${sizes}`}.`;
  return sitegenError("DISK_FULL", { message, where: folder, cause });
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

type Parts = Iterable<string | Uint8Array>;

/** Writes a new file, part by part; on a full disk removes it and throws DISK_FULL. */
export function writeOrRemoveSync(file: string, parts: Parts): void {
  writeParts(file, parts, { flag: "w", undo: () => rmSync(file, { force: true }) });
}

/** Appends to a file, part by part, and returns the bytes; on a full disk restores its length and throws DISK_FULL. */
export function appendOrRestoreSync(file: string, parts: Parts): number {
  const { size } = statSync(file);
  return writeParts(file, parts, { flag: "a", undo: () => truncateSync(file, size) });
}

/** A part is written before the next one is asked for, so that all may lie in the same memory. */
function writeParts(file: string, parts: Parts, { flag, undo }: { flag: "w" | "a"; undo: () => void }): number {
  let bytes = 0;
  try {
    const fd = openSync(file, flag);
    try {
      for (const part of parts) {
        bytes += Buffer.byteLength(part);
        writeFileSync(fd, part);
      }
    } finally {
      closeSync(fd);
    }
    return bytes;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    undo();
    throw fileTooLarge(file, bytes, error);
  }
}

export async function writeOrRemove(file: string, bytes: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(file, { force: true });
    throw fileTooLarge(file, Buffer.byteLength(bytes), error);
  }
}

function fileTooLarge(file: string, bytes: number, cause: unknown): SitegenError {
  return diskFullError({ folder: dirname(file), needed: `at least ${sizeText(bytes)} more are needed`, cause });
}
