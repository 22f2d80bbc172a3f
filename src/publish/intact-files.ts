import { isUntouched } from "./compare-file.ts";
import type { FileRow } from "./publish-record.ts";

/** Files that one build looks at. A larger site is looked at in turns, so that the cost is constant. */
const FILES_A_LOOK = 800;

export interface Look {
  /** Files that are missing or not as they were published; all of them, if there is any among those looked at. */
  broken: ReadonlySet<string>;
  /** Where the next look begins. */
  next: number;
}

/** Looks at some of the files in out/, beginning with number `from`, by size and time. */
export function lookAtFiles(out: string, files: ReadonlyMap<string, FileRow>, from: number): Look {
  const paths = [...files.keys()];
  const isBroken = (path: string) => !isUntouched(out, path, files.get(path) ?? UNKNOWN);
  const count = Math.min(paths.length, FILES_A_LOOK);
  const start = paths.length === 0 ? 0 : from % paths.length;
  const some = Array.from({ length: count }, (_, at) => paths[(start + at) % paths.length] ?? "");
  const found = some.some(isBroken);
  return { broken: new Set(found ? paths.filter(isBroken) : []), next: start + count };
}

const UNKNOWN: FileRow = { hash: "", size: -1, mtimeMs: -1 };
