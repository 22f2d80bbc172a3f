import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** On a file system that folds case (macOS, Windows) `Team/` and `team/` are one folder. `work` must exist. */
export function foldsCase(work: string): boolean {
  return existsSync(join(dirname(work), basename(work).toUpperCase()));
}
