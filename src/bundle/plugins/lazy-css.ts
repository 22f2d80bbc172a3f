import { resolve } from "node:path";
import { build, type Plugin } from "esbuild";

/**
 * Loads a stylesheet on demand. esbuild writes the styles of a lazy chunk but does not report their URL, so `import url
 * from "./x.css?url"` emits the stylesheet as a hashed file and returns its URL. A <link> to it is allowed by style-src
 * 'self'.
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
