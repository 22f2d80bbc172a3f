import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * True on a case-insensitive file system (macOS, Windows), where `Team/` and `team/` are the same folder. `work` must
 * exist.
 */
export function isCaseInsensitive(work: string): boolean {
  return existsSync(join(dirname(work), basename(work).toUpperCase()));
}
