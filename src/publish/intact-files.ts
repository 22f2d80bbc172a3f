import { isUntouched } from "./compare-file.ts";
import type { FileRow, PublishRecord } from "./publish-record.ts";

/** Files that one build checks. Those of a larger site are checked in turns, so that the cost is constant. */
const FILES_PER_CHECK = 800;

export interface FileCheck {
  /** Files that are missing or not as they were published: all of them, if there is one among the checked files. */
  broken: ReadonlySet<string>;
  /** Where the next check begins. */
  next: number;
}

/** Checks some of the files in out/, beginning with number `from`, by size and time. */
export function checkFiles(
  out: string,
  { files, elsewhere }: Pick<PublishRecord, "files" | "elsewhere">,
  from: number,
): FileCheck {
  const paths = [...files.keys()];
  const isBroken = (path: string) => !isUntouched(out, path, files.get(path) ?? UNKNOWN, elsewhere);
  const count = Math.min(paths.length, FILES_PER_CHECK);
  const start = paths.length === 0 ? 0 : from % paths.length;
  const some = Array.from({ length: count }, (_, at) => paths[(start + at) % paths.length] ?? "");
  const found = some.some(isBroken);
  const next = paths.length === 0 ? 0 : (start + count) % paths.length;
  return { broken: new Set(found ? paths.filter(isBroken) : []), next };
}

const UNKNOWN: FileRow = { hash: "", size: -1, mtimeMs: -1 };
