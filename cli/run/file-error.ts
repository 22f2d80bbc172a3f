import { sep } from "node:path";
import { SitegenError } from "../../src/problems/errors.ts";

/** An error of the file system about a file. */
export interface FileError extends Error {
  code: string;
  path: string;
}

export function isFileError(error: unknown): error is FileError {
  return error instanceof Error && !(error instanceof SitegenError) && "path" in error && "code" in error;
}

export function isWithin(path: unknown, folder: string): boolean {
  return typeof path === "string" && (path === folder || path.startsWith(folder + sep));
}

const REASONS: Record<string, string> = {
  EACCES: "it is not writable",
  EPERM: "it is not writable",
  EROFS: "it is on a read-only file system",
  ENOTDIR: "a file has its name",
  EEXIST: "a file has its name",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
};

/** The reason in words, with the system's error code. */
export function reasonOf({ code, message }: FileError): string {
  return `${REASONS[code] ?? message} (${code})`;
}
