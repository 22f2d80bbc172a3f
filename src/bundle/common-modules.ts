import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Metafile } from "esbuild";
import type { BlockFiles } from "../site/blocks/block-files.ts";
import { barrelExports, importedNames, KIT } from "./barrel-imports.ts";
import { reachedFrom } from "./reached-from.ts";

/** A module that fewer blocks use is not worth its bytes on pages without them. */
const SHARE = 0.6;
const MIN_BLOCKS = 4;

/**
 * Absolute paths of modules that so many of a site's blocks use that nearly every page needs them, sorted. Types and
 * dynamic imports do not count. An import of sitegen's exports counts only for the modules behind the imported names.
 */
export function commonModules(
  { inputs }: Metafile,
  { root, blocks }: { root: string; blocks: readonly BlockFiles[] },
): string[] {
  const components = blocks.flatMap(({ component }) => (component === null ? [] : [component]));
  const partsOf = createPartsOf();
  const imports = new Map(
    Object.entries(inputs).map(([path, input]) => [
      resolve(root, path),
      input.imports.flatMap(({ path: to, kind, external, original }) => {
        if (external || kind !== "import-statement") return [];
        const isExport = original !== undefined && KIT.test(original);
        return isExport ? partsOf({ of: resolve(root, to), by: resolve(root, path), original }) : [resolve(root, to)];
      }),
    ]),
  );
  const users = new Map<string, number>();
  for (const component of components) {
    for (const path of reachedFrom([component], (one) => imports.get(one) ?? []))
      if (imports.has(path)) users.set(path, (users.get(path) ?? 0) + 1);
  }
  const least = Math.max(MIN_BLOCKS, components.length * SHARE);
  return [...users]
    .filter(([path, count]) => count >= least && /\.[jt]sx?$/.test(path) && !components.includes(path))
    .map(([path]) => path)
    .sort();
}

/** Absolute paths of the site's modules that import the kit, sorted. */
export function kitUsers({ inputs }: Metafile, root: string): string[] {
  const uses = ({ imports }: Metafile["inputs"][string]) => imports.some(({ original = "" }) => KIT.test(original));
  return Object.entries(inputs)
    .flatMap(([path, input]) => (uses(input) ? [resolve(root, path)] : []))
    .sort();
}

/**
 * Absolute paths of the modules that may declare sources or a definition, sorted: those that contain the function's name,
 * from wherever they import it.
 */
export function definers({ inputs }: Metafile, root: string): string[] {
  const own = [resolve(root, "src/exports"), resolve(root, "src/site")];
  return Object.keys(inputs)
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => resolve(root, path))
    .filter((path) => !own.some((folder) => path.startsWith(`${folder}/`)) && existsSync(path))
    .filter((path) => readFileSync(path, "utf8").match(/defineS(?:ource|ite)/))
    .sort();
}

/** Modules behind the names imported from an export; the export itself if it is imported as a whole. */
function createPartsOf() {
  const exports = new Map<string, ReadonlyMap<string, string>>();
  return ({ of, by, original }: { of: string; by: string; original: string }): string[] => {
    const names = existsSync(by) ? importedNames(readFileSync(by, "utf8"), original) : null;
    if (names === null) return [of];
    const parts = exports.get(of) ?? barrelExports(of);
    exports.set(of, parts);
    return names.flatMap((name) => parts.get(name) ?? []);
  };
}
