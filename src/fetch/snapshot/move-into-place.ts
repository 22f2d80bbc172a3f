import { closeSync, fsyncSync, openSync, renameSync } from "node:fs";
import { removeFolderAt } from "../../files/write-file-atomic.ts";

/** Gives a file that was written whole its name, so that it survives a power failure under that name. */
export function moveIntoPlace(temporary: string, file: string): void {
  const fd = openSync(temporary, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  removeFolderAt(file);
  renameSync(temporary, file);
}
