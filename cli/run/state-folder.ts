import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { SitegenError, sitegenError } from "../../src/errors.ts";
import { diskFullError, freeSpace, isDiskFull } from "../../src/full-disk.ts";
import { type FileError, isFileError, isWithin, reasonOf } from "./file-error.ts";

/**
 * Runs what writes into the state folder. Whether it can be written is asked before anything is pulled, unless `needed`
 * is false because the work may do without; what the file system says of a file in it later on (a full disk, say)
 * becomes an error a person can act on.
 */
export async function withStateFolder<T>(
  stateDir: string,
  work: () => Promise<T>,
  { needed = true }: { needed?: boolean } = {},
): Promise<T> {
  try {
    if (needed) await ensureWritable(stateDir);
    return await work();
  } catch (error) {
    // Such an error names no file; code that writes elsewhere names its file itself.
    if (isDiskFull(error) && !(error instanceof SitegenError)) {
      throw diskFullError({ folder: stateDir, free: freeSpace(await nearestExisting(stateDir)), cause: error });
    }
    throw isFileError(error) && isWithin(error.path, stateDir) ? unusable(stateDir, error) : error;
  }
}

async function ensureWritable(stateDir: string): Promise<void> {
  const folder = await nearestExisting(stateDir);
  try {
    // With a separator at the end a file is refused as well.
    await access(folder.endsWith(sep) ? folder : folder + sep, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw isFileError(error) ? unusable(stateDir, error) : error;
  }
}

async function nearestExisting(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  const found = await stat(path).catch(() => null);
  return found ? path : nearestExisting(parent);
}

function unusable(stateDir: string, cause: FileError): SitegenError {
  return sitegenError("STATE_NOT_WRITABLE", {
    message: `${stateDir} cannot hold the state: ${reasonOf(cause)}.`,
    where: cause.path.endsWith(sep) ? cause.path.slice(0, -1) : cause.path,
    cause,
  });
}
