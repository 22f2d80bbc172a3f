import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { sitegenError } from "../errors.ts";
import { ownBlocksPlugin } from "./plugins/own-blocks.ts";

/**
 * App, components, schemas and data files of sitegen's blocks and the site's own, as one module for Node. React stays
 * outside and is named by its file, so that the module shares the instance that renders it.
 */
export async function bundleServer(options: { packageRoot: string; blocks: string }): Promise<string> {
  const root = resolve(options.packageRoot);
  try {
    const result = await build({
      absWorkingDir: root,
      stdin: {
        contents: [
          'export { App } from "./src/blocks/app.tsx";',
          'export { components } from "./src/blocks/gen/components.ts";',
          'export { data } from "./src/blocks/gen/data.ts";',
          'export { interactive } from "./src/blocks/gen/interactive.ts";',
          'export { schemas } from "./src/blocks/gen/schemas.ts";',
        ].join("\n"),
        resolveDir: root,
        loader: "ts",
      },
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      jsx: "automatic",
      write: false,
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "silent",
      plugins: [sharedReactPlugin(root), ownBlocksPlugin(options)],
    });
    return result.outputFiles[0]?.text ?? "";
  } catch (cause) {
    throw sitegenError("BUNDLE_FAILED", { message: cause instanceof Error ? cause.message : String(cause), cause });
  }
}

function sharedReactPlugin(root: string): Plugin {
  const require = createRequire(join(root, "package.json"));
  return {
    name: "shared-react",
    setup(plugin) {
      plugin.onResolve({ filter: /^react(-dom)?(\/.*)?$/ }, ({ path }) => ({
        path: pathToFileURL(require.resolve(path)).href,
        external: true,
      }));
    },
  };
}
