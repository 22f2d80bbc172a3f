import { encodeSitePath } from "../content/rules/encode.ts";
import { LATEST } from "../publish/file-list.ts";
import { addressOf } from "./transfer.ts";

/**
 * URLs whose content changed, sorted, which a cache in front of the target must purge. Files below _assets/ never
 * change under the same name, except latest.json.
 */
export function changedAddresses(paths: readonly string[], base: string): string[] {
  const changed = paths.filter((path) => path === LATEST || !path.startsWith("_assets/"));
  return changed.map((path) => encodeSitePath(base + addressOf(path).slice(1))).sort();
}
