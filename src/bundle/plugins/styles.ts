import { dirname } from "node:path";
import type { OnLoadResult, Plugin } from "esbuild";
import fg from "fast-glob";
import { compileStyle, needsCompiling } from "../compile-style.ts";
import { isOfSite } from "../is-of-package.ts";
import { type FoundIn, type Postcss, postcssError } from "../postcss.ts";
import type { ClientSource } from "../site-modules.ts";

/** What stylesheets are made from besides themselves, collected during bundling. */
export interface StyleInputs {
  /** Absolute paths. */
  inputs: Set<string>;
  folders: FoundIn[];
}

/** Entry with the stylesheets of every page. */
export const BASE_STYLES = "styles:base";
/** Entry with the stylesheets of every page that are not needed for the first paint. */
export const LATE_STYLES = "styles:late";

/** Browsers look for it before the first paint. */
const ACROSS_PAGES = "./src/client/router/across-pages.css";

/** Entry with one stylesheet that only some pages need, by its index. */
export function unitStyles(place: number): string {
  return `styles:unit/${place}`;
}

/**
 * Provides the stylesheets as esbuild entries: those of every page in order, the late ones followed by sitegen's own in
 * sorted order; and one entry for each of the others.
 */
export function stylesPlugin(
  root: string,
  { styles, file, parts, viewTransitions }: Pick<ClientSource, "styles" | "file" | "parts" | "viewTransitions">,
  { postcss, found }: { postcss: Postcss | null; found: StyleInputs },
): Plugin {
  const site = dirname(file);
  const compile = async (path: string): Promise<OnLoadResult> => {
    try {
      const { css, inputs, folders, warnings } = await compileStyle(path, site, { postcss });
      for (const input of inputs) found.inputs.add(input);
      found.folders.push(...folders);
      return { contents: css, loader: "css", resolveDir: dirname(path), watchFiles: [path, ...inputs], warnings };
    } catch (error) {
      if (postcss === null) throw error;
      return { errors: [postcssError(error, path)] };
    }
  };
  return {
    name: "styles",
    setup(plugin) {
      plugin.onStart(() => {
        found.inputs.clear();
        found.folders.length = 0;
      });
      if (postcss)
        plugin.onLoad({ filter: /\.css$/, namespace: "file" }, ({ path }) =>
          isOfSite(path, { root, site }) ? compile(path) : undefined,
        );
      plugin.onResolve({ filter: /^styles:/ }, ({ path }) => ({ path, namespace: "styles" }));
      plugin.onLoad({ filter: /.*/, namespace: "styles" }, ({ path }) => {
        const contents = pathsOf(path)
          .map((one) => `@import ${JSON.stringify(one)};`)
          .join("\n");
        return { contents, loader: "css", resolveDir: root };
      });
      plugin.onResolve({ filter: /^compiled:/ }, ({ path }) => ({ path: path.slice(9), namespace: "compiled" }));
      plugin.onLoad({ filter: /.*/, namespace: "compiled" }, ({ path }) => compile(path));
    },
  };

  function pathsOf(entry: string): string[] {
    if (entry === BASE_STYLES) return [...styles.base.map(nameOf), ...(viewTransitions ? [ACROSS_PAGES] : [])];
    if (entry !== LATE_STYLES) return styles.units.filter((_, place) => entry === unitStyles(place)).map(nameOf);
    const own = fg.sync("src/client/styles/*.css", { cwd: root }).sort();
    const ofParts = parts.flatMap((part) => (part.styles === null ? [] : [nameOf(part.styles)]));
    return [...styles.late.map(nameOf), ...own.map((path) => `./${path}`), ...ofParts];
  }
}

function nameOf(path: string): string {
  return needsCompiling(path) ? `compiled:${path}` : path;
}
