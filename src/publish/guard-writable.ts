import { dirname } from "node:path";
import { sitegenError } from "../errors.ts";
import { diskFull, freeSpace, isDiskFull } from "../full-disk.ts";
import type { Place } from "./place.ts";
import { errno, messageOf } from "./whole.ts";

/** Runs what needs a folder that can be written; where it cannot be, the error names the output folder. */
export async function guardWritable<T>(place: Place, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isDiskFull(error)) throw diskFull({ folder: place.out, free: freeSpace(dirname(place.work)), cause: error });
    if (!["EACCES", "EPERM", "EROFS"].includes(errno(error))) throw error;
    throw sitegenError("PUBLISH_NOT_WRITABLE", {
      message: `${place.out} cannot hold the output: ${messageOf(error)}.`,
      where: place.out,
      cause: error,
    });
  }
}
