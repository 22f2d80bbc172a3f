/** Which of sitegen's modules a site's module really uses: what it imports of an export stands for one module each. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const HANDED_ON = /export\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g;
const NAMED_IMPORT = /(?<![\w$.])import\s*(?:(type)\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["'];?/g;
/** Exports of sitegen that only hand on. */
export const KIT = /^sitegen(?:-storyblok)?\/kit$/;
const ANY_IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

/** By exported name: absolute path of the module that an export hands it on from. */
export function exportParts(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, "utf8");
  return new Map(
    [...text.matchAll(HANDED_ON)].flatMap(([, names = "", path = ""]) =>
      valuesIn(names).map((name) => [name, resolve(dirname(file), path)] as const),
    ),
  );
}

/** Names that a module imports by a specifier; null where it takes the whole, so that all of it counts. */
export function namesImported(text: string, specifier: string): string[] | null {
  const named = [...text.matchAll(NAMED_IMPORT)].filter(([, , , path]) => path === specifier);
  const all = [...text.matchAll(ANY_IMPORT)].filter(([, path]) => path === specifier);
  if (named.length < all.length) return null;
  return named.flatMap(([, type, names = ""]) => (type === undefined ? valuesIn(names) : []));
}

/**
 * A module's text with each import of an export as imports of the modules behind the names, on the same line. The bundler
 * counts everything that an export hands on as reached by whoever imports one name of it, so that all of it would be in
 * the file that every page loads. What is imported in another way stays as it is.
 */
export function importParts(
  text: string,
  { isExport, parts }: { isExport: RegExp; parts: ReadonlyMap<string, string> },
) {
  return text.replace(NAMED_IMPORT, (whole, type: string | undefined, names: string, path: string) => {
    if (type !== undefined || !isExport.test(path)) return whole;
    const values = names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type "));
    const sources = values.map((name) => parts.get(name.split(/\s+as\s+/)[0] ?? ""));
    if (sources.includes(undefined)) return whole;
    const lines = values.map((name, index) => `import { ${name} } from ${JSON.stringify(sources[index])};`);
    return `${lines.join(" ")}${"\n".repeat(whole.split("\n").length - 1)}`;
  });
}

/** `Blocks, type Props, Image as Picture` -> Blocks, Image */
function valuesIn(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? "")
    .filter((name) => name !== "" && !name.startsWith("type "));
}
