import { dirname } from "node:path";
import type { Plugin } from "esbuild";
import fg from "fast-glob";
import { compileStyle, needsCompiling } from "../compile-style.ts";
import type { SiteStyles } from "../site-modules.ts";

/** On every page. */
export const BASE_STYLES = "styles:base";
/** On every page, but not before it is painted. */
export const LATE_STYLES = "styles:late";

/** Of one stylesheet that not every page needs, by its place. */
export function unitStyles(place: number): string {
  return `styles:unit/${place}`;
}

/**
 * The stylesheets as entries of the bundler: those of every page in their order, with those that the program's own code
 * needs, sorted, at the end of the late ones; and each of the others by itself.
 */
export function stylesPlugin(root: string, { styles, file }: { styles: SiteStyles; file: string }): Plugin {
  return {
    name: "styles",
    setup(plugin) {
      plugin.onResolve({ filter: /^styles:/ }, ({ path }) => ({ path, namespace: "styles" }));
      plugin.onLoad({ filter: /.*/, namespace: "styles" }, async ({ path }) => {
        const contents = (await pathsOf(path)).map((one) => `@import ${JSON.stringify(one)};`).join("\n");
        return { contents, loader: "css", resolveDir: root };
      });
      plugin.onResolve({ filter: /^compiled:/ }, ({ path }) => ({ path: path.slice(9), namespace: "compiled" }));
      plugin.onLoad({ filter: /.*/, namespace: "compiled" }, async ({ path }) => {
        const { css, inputs } = await compileStyle(path, dirname(file));
        return { contents: css, loader: "css", resolveDir: dirname(path), watchFiles: [path, ...inputs] };
      });
    },
  };

  async function pathsOf(entry: string): Promise<string[]> {
    if (entry === BASE_STYLES) return styles.base.map(nameOf);
    if (entry !== LATE_STYLES) return styles.units.filter((_, place) => entry === unitStyles(place)).map(nameOf);
    const own = (await fg("src/client/styles/*.css", { cwd: root })).sort();
    return [...styles.late.map(nameOf), ...own.map((path) => `./${path}`)];
  }
}

function nameOf(path: string): string {
  return needsCompiling(path) ? `compiled:${path}` : path;
}
