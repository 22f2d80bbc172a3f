import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { sitegenError } from "../problems/errors.ts";

const NAMES = ["site.ts", "site.tsx", "site.js", "site.mjs"];

/** Where to look for a site's definition. */
export type SiteLocation = Pick<Config, "root" | "file"> & Partial<Pick<Config, "definition">>;

/** The file of the site's definition: the configured one, else `site.ts` beside the configuration. */
export function definitionFile({ definition, root, file }: SiteLocation): string {
  if (definition !== undefined) {
    const path = resolve(root, definition);
    if (existsSync(path)) return path;
    throw sitegenError("CONFIG_INVALID", {
      message: `The key "definition" names ${path}, which does not exist.`,
      where: file,
    });
  }
  const found = NAMES.map((name) => resolve(root, name)).find((path) => existsSync(path));
  if (found) return found;
  throw sitegenError("CONFIG_NOT_FOUND", {
    message: `There is no site definition: ${resolve(root, "site.ts")} is missing.`,
    where: file,
    hint: "`sitegen init` creates one, `sitegen init --from-space` derives it from the space's content.",
  });
}

/**
 * A file that a definition names, resolved from the definition's folder. Throws CONFIG_INVALID if it does not exist.
 */
export function resolveNamedFile({ key, path, file }: { key: string; path: string; file: string }): string {
  const full = resolve(dirname(file), path);
  if (existsSync(full)) return realpathSync(full);
  throw sitegenError("CONFIG_INVALID", {
    message: `The key "${key}" names ${full}, which does not exist.`,
    where: file,
  });
}
