import { dirname } from "node:path";
import { sitegenError } from "../errors.ts";
import { diskFullError, freeSpace, isDiskFull } from "../full-disk.ts";
import { errno, messageOf } from "./errno.ts";
import type { OutputLocation } from "./output-location.ts";

/** Runs what needs a folder that can be written; where it cannot be, the error names the output folder. */
export async function guardWritable<T>(place: OutputLocation, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isDiskFull(error))
      throw diskFullError({ folder: place.out, free: freeSpace(dirname(place.work)), cause: error });
    if (!["EACCES", "EPERM", "EROFS"].includes(errno(error))) throw error;
    throw sitegenError("PUBLISH_NOT_WRITABLE", {
      message: `${place.out} cannot hold the output: ${messageOf(error)}.`,
      where: place.out,
      cause: error,
    });
  }
}
