import { resolve } from "node:path";
import { build, type Plugin } from "esbuild";

/**
 * A stylesheet that script loads on demand. esbuild puts the styles of a lazy chunk beside it but does not report their
 * address; so `import address from "./x.css?url"` makes the sheet a hashed file of its own and gives its address.
 * A <link> to it passes a policy of style-src 'self'.
 */
export function lazyCssPlugin(minify: boolean): Plugin {
  return {
    name: "lazy-css",
    setup(plugin) {
      plugin.onResolve({ filter: /\.css\?url$/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path.replace(/\?url$/, "")),
        namespace: "lazy-css",
      }));
      plugin.onLoad({ filter: /.*/, namespace: "lazy-css" }, async ({ path }) => {
        const { outputFiles } = await build({
          entryPoints: [path],
          bundle: true,
          minify,
          write: false,
          logLevel: "silent",
        });
        return { contents: outputFiles[0]?.contents ?? "", loader: "file" };
      });
    },
  };
}
