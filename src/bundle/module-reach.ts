import { resolve } from "node:path";
import type { Metafile } from "esbuild";
import { styleInCodePath } from "./plugins/styles-in-code.ts";

/** What some of a site's modules import, themselves and by way of others: stylesheets count as modules. */
export interface ModuleReach {
  /** Absolute paths, sorted. */
  modules: string[];
  /** By the module that imports: places in `modules`, its own among them. */
  reached: Record<string, number[]>;
}

/** Follows every import, also of what is loaded on demand; `from` are absolute paths. */
export function moduleReach(
  { inputs }: Metafile,
  { root, from }: { root: string; from: readonly string[] },
): ModuleReach {
  const pathOf = (input: string) => styleInCodePath(input) ?? resolve(root, input);
  const imports = new Map(
    Object.entries(inputs).map(([input, { imports: found }]) => [
      pathOf(input),
      found.flatMap(({ path, external }) => (external ? [] : [pathOf(path)])),
    ]),
  );
  const reachedFrom = (module: string) => {
    const seen = new Set([module]);
    for (const path of seen) for (const next of imports.get(path) ?? []) seen.add(next);
    return seen;
  };
  const sets = from.filter((module) => imports.has(module)).map((module) => [module, reachedFrom(module)] as const);
  const modules = [...new Set(sets.flatMap(([, seen]) => [...seen]))].sort();
  const places = new Map(modules.map((module, index) => [module, index]));
  const reached = sets.map(([module, seen]) => [module, [...seen].map((path) => places.get(path) ?? 0).sort(byNumber)]);
  return { modules, reached: Object.fromEntries(reached) };
}

function byNumber(a: number, b: number): number {
  return a - b;
}
