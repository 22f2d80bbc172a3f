import { utimesSync } from "node:fs";
import { SitegenError } from "../../errors.ts";
import { DamagedTable } from "./row-table.ts";

/** A part of the snapshot's index that was read late is not as it was written. */
export class DamagedIndex extends SitegenError {
  constructor(file: string) {
    super("UNEXPECTED", {
      message: `The snapshot of the last pull was changed or damaged while it was in use: ${file}.`,
      hint: "Run again; a damaged snapshot is dropped and the space pulled anew.",
    });
  }
}

/** Runs a read of the index. If that finds damage, the next pull checks the whole file and drops the snapshot. */
export function readIndex<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedTable)) throw error;
    utimesSync(file, 0, 0);
    throw new DamagedIndex(file);
  }
}
