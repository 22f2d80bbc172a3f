import { isUntouched } from "./compare-file.ts";
import type { PublishRecord } from "./publish-record.ts";

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
  const isBroken = (path: string) => {
    const row = files.get(path);
    return row !== undefined && !isUntouched(out, path, row, elsewhere);
  };
  const count = Math.min(files.size, FILES_PER_CHECK);
  const start = files.size === 0 ? 0 : from % files.size;
  const end = start + count;
  let [at, found] = [0, false];
  for (const path of files.keys()) {
    if ((at >= start && at < end) || at < end - files.size) found ||= isBroken(path);
    at += 1;
  }
  const next = files.size === 0 ? 0 : end % files.size;
  const all = found ? [...files.keys()].filter(isBroken) : [];
  return { broken: new Set(all), next };
}
