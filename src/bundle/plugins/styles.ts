import type { Plugin } from "esbuild";
import fg from "fast-glob";

export const SITE_STYLES = "styles:site";

/** The one stylesheet: the site's in their order, then those that the program's own code needs, sorted. */
export function stylesPlugin(root: string, site: readonly string[]): Plugin {
  return {
    name: "styles",
    setup(plugin) {
      plugin.onResolve({ filter: /^styles:site$/ }, () => ({ path: SITE_STYLES, namespace: "styles" }));
      plugin.onLoad({ filter: /.*/, namespace: "styles" }, async () => {
        const own = (await fg("src/client/styles/*.css", { cwd: root })).sort();
        const paths = [...site, ...own.map((path) => `./${path}`)];
        const contents = paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n");
        return { contents, loader: "css", resolveDir: root };
      });
    },
  };
}
