import { join } from "node:path";
import type { Plugin } from "esbuild";
import { VIRTUAL_MODULES } from "../site-modules.ts";

/** Modules that sites import from sitegen, with their sources, so that the program's own code is not duplicated. */
const EXPORTS: Readonly<Record<string, string>> = {
  "": "src/exports/define.ts",
  "/schema": "src/exports/schema.ts",
  "/kit": "src/exports/kit.ts",
  "/lottie": "src/exports/lottie.ts",
  "/forms": "src/exports/forms.ts",
};

/** In their place for browsers: without what only builds and servers run. */
const IN_BROWSER: Readonly<Record<string, string>> = {
  "": "src/exports/define-in-browser.ts",
  "/forms": "src/site/forms/define-form.ts",
};

/** Provides the virtual modules of a site, `virtual:sitegen/*`. */
export function siteModulesPlugin(root: string, modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: "site-modules",
    setup(plugin) {
      plugin.onResolve({ filter: /^virtual:sitegen\// }, ({ path }) => ({
        path: path.slice(VIRTUAL_MODULES.length),
        namespace: "sitegen",
      }));
      plugin.onLoad({ filter: /.*/, namespace: "sitegen" }, ({ path }) => {
        const contents = modules[path];
        return contents === undefined
          ? { errors: [{ text: `There is no module ${VIRTUAL_MODULES}${path}.` }] }
          : { contents, loader: "js", resolveDir: root };
      });
    },
  };
}

/**
 * Resolves `sitegen-storyblok/kit` and `sitegen/kit` in a site's code to the program's own sources, whatever version is
 * installed there.
 */
export function sitegenImportsPlugin(root: string, target: "node" | "browser"): Plugin {
  return {
    name: "sitegen-imports",
    setup(plugin) {
      plugin.onResolve({ filter: /^sitegen(?:-storyblok)?(?:\/.*)?$/ }, ({ path }) => {
        const name = path.replace(/^sitegen(?:-storyblok)?/, "");
        const source = (target === "browser" ? IN_BROWSER[name] : undefined) ?? EXPORTS[name];
        // Barrels without side effects, so that unused exports are dropped.
        if (source !== undefined) return { path: join(root, source), sideEffects: false };
        const known = Object.keys(EXPORTS).map((one) => `sitegen-storyblok${one}`);
        return { errors: [{ text: `A site cannot import "${path}". It can import ${known.join(", ")}.` }] };
      });
    },
  };
}
