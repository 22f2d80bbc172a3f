/** Writing on a disk that may be full: which errors mean that, and the message about it. */
import { appendFileSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { SitegenError, sitegenError } from "./errors.ts";

/** Bytes that the disk of a folder has left for us; null where its file system does not say. */
export type FreeSpace = (folder: string) => number | null;

export const freeSpace: FreeSpace = (folder) => {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? null : bavail * bsize; // some network file systems answer zeros
  } catch {
    return null;
  }
};

export function isDiskFull(error: unknown): boolean {
  if (error instanceof SitegenError) return error.code === "DISK_FULL";
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** `needed` bytes, where that is known; `free` as `FreeSpace` answers it. */
export function diskFullError(details: {
  folder: string;
  needed?: string | undefined;
  free: number | null;
  cause?: unknown;
}): SitegenError {
  const free = details.free === null ? "" : `${sizeText(details.free)} are free`;
  const sizes = [details.needed ?? "", free].filter((part) => part !== "").join(", ");
  return sitegenError("DISK_FULL", {
    message: `The disk of ${details.folder} is full${sizes === "" ? "" : `: ${sizes}`}.`,
    where: details.folder,
    cause: details.cause,
  });
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Writes a file of its own name; where the disk is full nothing of it stays. Throws DISK_FULL then. */
export function writeOrRemoveSync(file: string, bytes: string | Uint8Array): void {
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    rmSync(file, { force: true });
    throw fileTooLarge(file, bytes, error);
  }
}

/** The same without waiting. */
export async function writeOrRemove(file: string, bytes: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(file, { force: true });
    throw fileTooLarge(file, bytes, error);
  }
}

/** Appends to a file; where the disk is full it stays as long as it was. Throws DISK_FULL then. */
export function appendOrRestoreSync(file: string, bytes: string | Uint8Array): void {
  const { size } = statSync(file);
  try {
    appendFileSync(file, bytes);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    truncateSync(file, size);
    throw fileTooLarge(file, bytes, error);
  }
}

function fileTooLarge(file: string, bytes: string | Uint8Array, cause: unknown): SitegenError {
  const folder = dirname(file);
  const needed = `at least ${sizeText(Buffer.byteLength(bytes))} more are needed`;
  return diskFullError({ folder, needed, free: freeSpace(folder), cause });
}
