import { encodeSitePath } from "../content/rules/encode.ts";
import { LATEST_FILE } from "../publish/file-list.ts";
import { servedPath } from "./transfer.ts";

/**
 * URLs whose content changed, sorted, which a cache in front of the target must purge. Files below _assets/ never
 * change under the same name, except latest.json.
 */
export function changedUrls(paths: readonly string[], base: string): string[] {
  const changed = paths.filter((path) => path === LATEST_FILE || !path.startsWith("_assets/"));
  return changed.map((path) => encodeSitePath(base + servedPath(path).slice(1))).sort();
}
