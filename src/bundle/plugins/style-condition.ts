import { build, type OnResolveArgs, type Plugin, type ResolveResult } from "esbuild";
import { NESTED_RESOLVE } from "./nested-resolve.ts";

/**
 * Finds `@import "package"` where the package exports its stylesheet under the condition `style` alone, as CSS frameworks
 * do. The condition is not set for a whole bundle, in which it would also replace code by stylesheets.
 */
export function styleConditionPlugin(): Plugin {
  return {
    name: "style-condition",
    setup(plugin) {
      plugin.onResolve({ filter: /^@?[a-z][^:]*$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (kind !== "import-rule" || pluginData === NESTED_RESOLVE) return undefined;
        const usual = await plugin.resolve(path, { importer, resolveDir, kind, pluginData: NESTED_RESOLVE });
        if (usual.errors.length === 0)
          return { path: usual.path, namespace: usual.namespace, external: usual.external };
        const found = await resolveStylesheet({ path, resolveDir });
        return found.errors.length === 0 ? { path: found.path } : undefined;
      });
    },
  };
}

/** A package's stylesheet by the condition `style`; the result has errors where there is none. */
export async function resolveStylesheet({ path, resolveDir }: Pick<OnResolveArgs, "path" | "resolveDir">) {
  const found: ResolveResult[] = [];
  const plugin: Plugin = {
    name: "resolve",
    setup({ onStart, resolve }) {
      onStart(async () => void found.push(await resolve(path, { kind: "import-rule", resolveDir })));
    },
  };
  await build({ entryPoints: [], conditions: ["style"], write: false, logLevel: "silent", plugins: [plugin] });
  return found[0] as ResolveResult; // pushed before the build ends
}
