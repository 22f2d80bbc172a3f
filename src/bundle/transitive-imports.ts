import { resolve } from "node:path";
import type { Metafile } from "esbuild";
import { styleInCodePath } from "./plugins/styles-in-code.ts";
import { WATCHED_REACT } from "./plugins/watched-react.ts";
import { reachedFrom } from "./reached-from.ts";

/** Everything that some modules of a site import, directly and indirectly, including stylesheets. */
export interface TransitiveImports {
  /** Absolute paths, sorted. */
  modules: string[];
  /** By importing module: indexes into `modules`, including its own. */
  reached: Record<string, number[]>;
}

/** Follows all imports, including dynamic ones; `from` holds absolute paths. */
export function transitiveImports(
  { inputs }: Metafile,
  { root, from }: { root: string; from: readonly string[] },
): TransitiveImports {
  const pathOf = (input: string) => styleInCodePath(input) ?? resolve(root, input);
  const imports = new Map(
    Object.entries(inputs).map(([input, { imports: found }]) => [
      pathOf(input),
      found.flatMap(({ path, external }) => (external || path.startsWith(`${WATCHED_REACT}:`) ? [] : [pathOf(path)])),
    ]),
  );
  const sets = from
    .filter((module) => imports.has(module))
    .map((module) => [module, reachedFrom([module], (path) => imports.get(path) ?? [])] as const);
  const modules = [...new Set(sets.flatMap(([, seen]) => [...seen]))].sort();
  const places = new Map(modules.map((module, index) => [module, index]));
  const reached = sets.map(([module, seen]) => [module, [...seen].map((path) => places.get(path) ?? 0).sort(byNumber)]);
  return { modules, reached: Object.fromEntries(reached) };
}

function byNumber(a: number, b: number): number {
  return a - b;
}
