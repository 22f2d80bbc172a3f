/** Rewrites imports of sitegen's barrel modules (`sitegen/kit`) to the modules that define the imported names. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { escapeRegex } from "../content/rules/escape-regex.ts";

const RE_EXPORT = /export\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g;
const NAMED_IMPORT = /(?<![\w$.])import\s*(?:(type)\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["'];?/g;
/** Barrel modules of sitegen: they only re-export. */
export const KIT = /^sitegen(?:-storyblok)?\/kit$/;
/** Its source, relative to sitegen's folder. */
export const KIT_EXPORT = "src/exports/kit.ts";
const ANY_IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

/** By exported name: absolute path of the module that a barrel re-exports it from. */
export function barrelExports(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, "utf8");
  return new Map(
    [...text.matchAll(RE_EXPORT)].flatMap(([, names = "", path = ""]) =>
      specifiersIn(names).map((one) => [nameIn(one), resolve(dirname(file), path)] as const),
    ),
  );
}

/** Names that a module imports from a specifier; null for a namespace or dynamic import, so that all of it counts. */
export function importedNames(text: string, specifier: string): string[] | null {
  const named = [...text.matchAll(NAMED_IMPORT)].filter(([, , , path]) => path === specifier);
  const all = [...text.matchAll(ANY_IMPORT)].filter(([, path]) => path === specifier);
  if (named.length < all.length) return null;
  return named.flatMap(([, type, names = ""]) => (type === undefined ? specifiersIn(names).map(nameIn) : []));
}

/**
 * Replaces each import from a barrel by imports of the modules behind the names, on the same line. The bundler counts
 * everything that a barrel re-exports as used by each importer, so all of it would end up in the script that every page
 * loads. Other imports stay as they are.
 */
export function rewriteBarrelImports(text: string, parts: ReadonlyMap<string, string>) {
  return text.replace(NAMED_IMPORT, (whole, type: string | undefined, names: string, path: string) => {
    if (type !== undefined || !KIT.test(path)) return whole;
    const values = specifiersIn(names);
    const sources = values.map((name) => parts.get(nameIn(name)));
    if (sources.includes(undefined)) return whole;
    const lines = values.map((name, index) => `import { ${name} } from ${JSON.stringify(sources[index])};`);
    return `${lines.join(" ")}${"\n".repeat(whole.split("\n").length - 1)}`;
  });
}

/** `Blocks, type Props, Image as Picture` -> `Blocks`, `Image as Picture` */
function specifiersIn(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

function nameIn(specifier: string): string {
  return specifier.split(/\s+as\s+/)[0] ?? "";
}

/** A filter for esbuild that matches exactly these paths. */
export function exactly(paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.map((path) => escapeRegex(path)).join("|")})$`);
}
