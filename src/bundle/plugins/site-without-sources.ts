import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import { barrelExports, exactly, KIT, KIT_EXPORT, rewriteBarrelImports } from "../barrel-imports.ts";

/**
 * For the browser: takes the sources out of the modules that declare some. A site without sources is bundled as before.
 */
export function siteWithoutSourcesPlugin(root: string, definers: readonly string[]): Plugin {
  return {
    name: "site-without-sources",
    setup(plugin) {
      if (definers.length === 0) return;
      const parts = barrelExports(resolve(root, KIT_EXPORT));
      plugin.onLoad({ filter: exactly(definers), namespace: "file" }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const { withoutSources } = await import("../without-sources.ts");
        try {
          const contents = await withoutSources(text, path);
          return { contents: rewriteBarrelImports(contents, { isExport: KIT, parts }), loader: "js" };
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return { errors: [{ text: reason, location: { file: path } }] };
        }
      });
    },
  };
}
