import { dirname } from "node:path";
import { diskFullError, freeSpace, isDiskFull } from "../files/full-disk.ts";
import { sitegenError } from "../problems/errors.ts";
import { errno, messageOf } from "./errno.ts";
import type { OutputLocation } from "./output-location.ts";

/** Runs an action that writes to the output folder; an error of a read-only folder names it. */
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
