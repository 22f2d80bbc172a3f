import { dirname } from "node:path";
import type { Plugin } from "esbuild";
import fg from "fast-glob";
import { compileStyle, needsCompiling } from "../compile-style.ts";

export const SITE_STYLES = "styles:site";

/** The one stylesheet: the site's in their order, then those that the program's own code needs, sorted. */
export function stylesPlugin(root: string, { styles, file }: { styles: readonly string[]; file: string }): Plugin {
  return {
    name: "styles",
    setup(plugin) {
      plugin.onResolve({ filter: /^styles:site$/ }, () => ({ path: SITE_STYLES, namespace: "styles" }));
      plugin.onLoad({ filter: /.*/, namespace: "styles" }, async () => {
        const own = (await fg("src/client/styles/*.css", { cwd: root })).sort();
        const paths = [...styles.map(nameOf), ...own.map((path) => `./${path}`)];
        const contents = paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n");
        return { contents, loader: "css", resolveDir: root };
      });
      plugin.onResolve({ filter: /^compiled:/ }, ({ path }) => ({ path: path.slice(9), namespace: "compiled" }));
      plugin.onLoad({ filter: /.*/, namespace: "compiled" }, async ({ path }) => {
        const { css, inputs } = await compileStyle(path, dirname(file));
        return { contents: css, loader: "css", resolveDir: dirname(path), watchFiles: [path, ...inputs] };
      });
    },
  };
}

function nameOf(path: string): string {
  return needsCompiling(path) ? `compiled:${path}` : path;
}
