import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Size of all files in a folder, in whole megabytes. */
export function folderMb(dir) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return Math.round(bytes / 1024 / 1024);
}
