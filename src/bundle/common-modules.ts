import { resolve } from "node:path";
import type { Metafile } from "esbuild";
import type { BlockFiles } from "../site/block-files.ts";

/** A module that fewer blocks use is not worth the bytes on a page without them. */
const SHARE = 0.6;
const LEAST = 4;

/**
 * Modules of a site that so many of its blocks use that nearly every page needs them: absolute paths, sorted. Types and
 * what is loaded on demand do not count.
 */
export function commonModules(
  { inputs }: Metafile,
  { root, blocks }: { root: string; blocks: readonly BlockFiles[] },
): string[] {
  const components = blocks.flatMap(({ component }) => (component === null ? [] : [component]));
  const imports = new Map(
    Object.entries(inputs).map(([path, input]) => [
      resolve(root, path),
      input.imports.flatMap(({ path: to, kind, external }) =>
        external || kind !== "import-statement" ? [] : [resolve(root, to)],
      ),
    ]),
  );
  const users = new Map<string, number>();
  for (const component of components) {
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path) || !imports.has(path)) return;
      seen.add(path);
      imports.get(path)?.forEach(visit);
    };
    visit(component);
    for (const path of seen) users.set(path, (users.get(path) ?? 0) + 1);
  }
  const least = Math.max(LEAST, components.length * SHARE);
  return [...users]
    .filter(([path, count]) => count >= least && /\.[jt]sx?$/.test(path) && !components.includes(path))
    .map(([path]) => path)
    .sort();
}
