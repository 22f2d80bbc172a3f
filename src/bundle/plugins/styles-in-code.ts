import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { INNER } from "./inner.ts";

/** Stylesheets that code imports, found while it is bundled: absolute paths. */
export interface StylesInCode {
  files: Set<string>;
}

const NAMESPACE = "style-in-code";
const STYLESHEET = /\.css$/;

/**
 * `import "./x.css"` and `import "package/styles"` in a site's code. The rules go into the one stylesheet, which a page
 * has before any script runs; for the code the import is empty.
 */
export function stylesInCodePlugin(found: StylesInCode): Plugin {
  return {
    name: "styles-in-code",
    setup(plugin) {
      const resolve = (args: OnResolveArgs) => resolveStyle(plugin, args);
      plugin.onResolve({ filter: STYLESHEET }, resolve);
      // A package may give its stylesheet any name.
      plugin.onResolve({ filter: /^@?[a-z][^:]*$/ }, resolve);
      plugin.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
        found.files.add(path);
        return { contents: "", loader: "js" };
      });
    },
  };
}

async function resolveStyle(plugin: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  const { path, importer, resolveDir, kind, pluginData } = args;
  if (pluginData === INNER || (kind !== "import-statement" && kind !== "require-call")) return undefined;
  const found = await plugin.resolve(path, { importer, resolveDir, kind, pluginData: INNER });
  if (found.errors.length > 0 || found.namespace !== "file" || !STYLESHEET.test(found.path)) return undefined;
  return { path: found.path, namespace: NAMESPACE };
}
