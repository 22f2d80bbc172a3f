import { isWithin } from "../../src/files/real-path.ts";
import { SitegenError, sitegenError } from "../../src/problems/errors.ts";

export interface FileError extends Error {
  code: string;
  path: string;
}

export function isFileError(error: unknown): error is FileError {
  const isOfSystem = error instanceof Error && !(error instanceof SitegenError) && "code" in error;
  return isOfSystem && "path" in error && typeof error.path === "string";
}

/** Turns an error of the file system in a folder that --dir names into one for the user. */
export function refusedBy(dir: string, code: "EXPORT_FAILED" | "INIT_FAILED", what: string): (cause: unknown) => never {
  return (cause) => {
    if (!isFileError(cause) || !isWithin(cause.path, dir)) throw cause;
    throw sitegenError(code, {
      message: `${dir} cannot ${what}: ${reasonOf(cause)}.`,
      where: cause.path,
      hint: "Check its permissions or choose another with --dir.",
      cause,
    });
  };
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
