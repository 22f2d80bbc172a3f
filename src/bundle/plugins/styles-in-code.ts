import {
  build,
  type OnResolveArgs,
  type OnResolveResult,
  type Plugin,
  type PluginBuild,
  type ResolveResult,
} from "esbuild";
import { compileStyle, needsCompiling } from "../compile-style.ts";
import { type Postcss, postcssError } from "../postcss.ts";
import { NESTED_RESOLVE } from "./nested-resolve.ts";

/** Stylesheets imported by code, collected during bundling: absolute paths. */
export interface StylesInCode {
  styles: Set<string>;
  /** Their other inputs. */
  inputs: Set<string>;
}

const NAMESPACE = "style-in-code";

/** The stylesheet of an esbuild input; undefined for other inputs. */
export function styleInCodePath(input: string): string | undefined {
  return input.startsWith(`${NAMESPACE}:`) ? input.slice(NAMESPACE.length + 1) : undefined;
}
const STYLESHEET = /\.(?:css|scss|sass)$/;

/**
 * Handles `import "./x.css"`, `import styles from "./x.module.css"` and `import "package/styles"` in a site's code. The
 * rules become part of the page's stylesheets, which load before any script; the import returns the names of a CSS
 * module, otherwise nothing. `root` is the definition's folder.
 */
export function stylesInCodePlugin(root: string, found: StylesInCode, postcss: Postcss | null = null): Plugin {
  return {
    name: "styles-in-code",
    setup(plugin) {
      const resolve = (args: OnResolveArgs) => resolveStyle(plugin, args);
      plugin.onResolve({ filter: STYLESHEET }, resolve);
      // A package's stylesheet may have any name.
      plugin.onResolve({ filter: /^@?[a-z][^:]*$/ }, resolve);
      plugin.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => {
        found.styles.add(path);
        if (!needsCompiling(path)) return { contents: "", loader: "js" };
        try {
          const { names, inputs } = await compileStyle(path, root, { quiet: true, postcss });
          for (const input of inputs) found.inputs.add(input);
          return { contents: JSON.stringify(names ?? {}), loader: "json" };
        } catch (error) {
          if (postcss === null) throw error;
          return { errors: [postcssError(error, path)] };
        }
      });
    },
  };
}

async function resolveStyle(plugin: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  const { path, importer, resolveDir, kind, pluginData } = args;
  if (pluginData === NESTED_RESOLVE || (kind !== "import-statement" && kind !== "require-call")) return undefined;
  const asCode = await plugin.resolve(path, { importer, resolveDir, kind, pluginData: NESTED_RESOLVE });
  // A package may export its stylesheet for style sheets alone (condition `style`).
  const found = asCode.errors.length > 0 ? await resolveStylesheet({ path, resolveDir }) : asCode;
  if (found.errors.length > 0 || found.namespace !== "file" || !STYLESHEET.test(found.path)) return undefined;
  return { path: found.path, namespace: NAMESPACE };
}

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
async function resolveStylesheet({ path, resolveDir }: Pick<OnResolveArgs, "path" | "resolveDir">) {
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
