import { existsSync } from "node:fs";
import { join } from "node:path";

const NAMES = ["mjs", "js", "ts", "mts", "cjs", "cts", "json"].map((ending) => `postcss.config.${ending}`);

/** The first configuration in these folders; undefined if there is none. */
export function findPostcssConfig(folders: readonly string[]): string | undefined {
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}
