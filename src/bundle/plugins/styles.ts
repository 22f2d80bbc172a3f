import type { Plugin } from "esbuild";
import fg from "fast-glob";

export const SITE_STYLES = "styles:site";

const ORDER = ["layers", "tokens", "reset", "base", "print"];

/** The one stylesheet: the base styles in the order of layers.css, then those of blocks and client, sorted. */
export function stylesPlugin(root: string, ownBlocks: string): Plugin {
  return {
    name: "styles",
    setup(plugin) {
      plugin.onResolve({ filter: /^styles:site$/ }, () => ({ path: SITE_STYLES, namespace: "styles" }));
      plugin.onLoad({ filter: /.*/, namespace: "styles" }, async () => {
        const base = await fg("templates/styles/*.css", { cwd: root });
        const rank = (path: string) => ORDER.findIndex((name) => path.endsWith(`/${name}.css`));
        const sorted = base.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
        const others = (await fg(["src/blocks/**/*.css", "src/client/styles/*.css"], { cwd: root })).sort();
        const own = ownBlocks === "" ? [] : (await fg("**/*.css", { cwd: ownBlocks, absolute: true })).sort();
        const paths = [...[...sorted, ...others].map((path) => `./${path}`), ...own];
        const contents = paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n");
        return { contents, loader: "css", resolveDir: root };
      });
    },
  };
}
