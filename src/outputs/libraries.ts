/** Libraries that outputs use in Node; loaded when they are needed, and in no bundle. */
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Where a site's code is bundled: sitegen's folder, and the definition's file (src/bundle/bundle-site.ts). */
declare const SITEGEN_ROOT: string | undefined;
declare const SITEGEN_SITE: string | undefined;

/** Whether this is a site's bundled code; its tests import the definition as it is. */
export function isBundled(): boolean {
  return typeof SITEGEN_SITE === "string";
}

/** Called only when needed: a definition is first imported as a `data:` URL, from which no folder follows. */
function ownRequire(): NodeJS.Require {
  const root = typeof SITEGEN_ROOT === "string" ? SITEGEN_ROOT : fileURLToPath(new URL("../..", import.meta.url));
  return createRequire(join(root, "package.json"));
}

/** The path of a module of one of sitegen's own dependencies. */
export function ownModule(name: string): string {
  return ownRequire().resolve(name);
}

/** Imports a module by its path; `T` is not checked. */
export async function importFile<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(path).href)) as T;
}

/** The path of a file beside the site's definition. */
export function siteFile(path: string): string {
  return resolve(typeof SITEGEN_SITE === "string" ? dirname(SITEGEN_SITE) : ".", path);
}

/** The path of a module that the site installs itself; undefined if it has not. */
export function siteModule(name: string): string | undefined {
  const site = typeof SITEGEN_SITE === "string" ? createRequire(SITEGEN_SITE) : ownRequire();
  for (const require of [site, ownRequire()]) {
    try {
      return require.resolve(name);
    } catch {
      // sitegen's own dependencies may have it.
    }
  }
  return undefined;
}
