import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { sep } from "node:path";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { diskFullError, existing, isDiskFull } from "../../src/files/full-disk.ts";
import { isWithin } from "../../src/files/real-path.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { SitegenError, sitegenError } from "../../src/problems/errors.ts";
import type { StateFromTarget } from "../../src/state/from-target.ts";
import { type FileError, isFileError, reasonOf } from "./file-error.ts";

/**
 * Runs work that writes to the state folder. Checks first that it is writable, unless `needed` is false because the
 * work can do without it; later file system errors (such as a full disk) are turned into errors for the user.
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
    // Such an error names no file; code that writes elsewhere names its own.
    if (isDiskFull(error) && !(error instanceof SitegenError)) throw diskFullError({ folder: stateDir, cause: error });
    throw isFileError(error) && isWithin(error.path, stateDir) ? unusable(stateDir, error) : error;
  }
}

async function ensureWritable(stateDir: string): Promise<void> {
  const folder = existing(stateDir);
  try {
    // With a trailing separator, a file is refused too.
    await access(folder.endsWith(sep) ? folder : folder + sep, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw isFileError(error) ? unusable(stateDir, error) : error;
  }
}

function unusable(stateDir: string, cause: FileError): SitegenError {
  return sitegenError("STATE_NOT_WRITABLE", {
    message: `${stateDir} cannot hold the state: ${reasonOf(cause)}.`,
    where: cause.path.endsWith(sep) ? cause.path.slice(0, -1) : cause.path,
    cause,
  });
}

/**
 * Runs work with the state that `deploy` left at a target, or without if no target is given. If a part of it proves to
 * be lost in the middle, the work is done again without it.
 */
export function fromTarget(
  target: string | undefined,
  options: Pick<BuildOptions, "config" | "env" | "out" | "stateDir" | "reporter"> & {
    cwd: string;
    /** Bring all stories at once. */
    whole?: boolean;
    withoutOut?: boolean;
  },
): <T>(work: (state?: StateFromTarget) => Promise<T>) => Promise<T> {
  return async (work) => {
    if (target === undefined) return work();
    const { config, env = {}, out, stateDir, reporter, cwd, whole = false, withoutOut = false } = options;
    const address = parseTarget(target, cwd);
    const names = [config.site.origin ?? config.site.companyName ?? ""].filter((name) => name !== "");
    const { withStateFromTarget } = await import("../../src/state/leave-state.ts");
    const site = { names, base: config.site.base };
    return withStateFromTarget({ address, endpoint: "", env, out, stateDir, site, whole, withoutOut, reporter }, work);
  };
}
