import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name));
}

/** Size of all files in a folder, in whole megabytes. */
export function folderMb(dir) {
  return Math.round(filesBelow(dir).reduce((sum, file) => sum + statSync(file).size, 0) / 1024 / 1024);
}
