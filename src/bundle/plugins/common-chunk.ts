import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import fg from "fast-glob";
import { barrelExports, KIT, rewriteBarrelImports } from "../barrel-imports.ts";
import { type ClientSource, DIALOG } from "../site-modules.ts";

const KIT_EXPORT = "src/exports/kit.ts";

/** What nearly every chunk of the program's own uses, and what that imports. */
const COMMON = [
  "react",
  "react/jsx-runtime",
  "./src/kit/blocks.tsx",
  "./src/kit/consent.ts",
  "./src/kit/link.tsx",
  "./src/kit/reduced-motion.ts",
  "./src/client/app/load-components.ts",
  "./src/client/page/document-state.ts",
  "./src/client/page/fetch-json.ts",
  "./src/client/storage-keys.ts",
  "./src/content/rules/labels.ts",
  "./src/content/rules/links.ts",
  "./src/content/rules/paths.ts",
];

/**
 * Keeps the common modules in one file. esbuild puts modules into one chunk when exactly the same lazy files reach
 * them; with fifty blocks that gives dozens of files of a few hundred bytes, each with its own request and badly
 * compressed. So the app and every lazily imported file get one more import, of all that is common.
 */
export function commonChunkPlugin(root: string, { app, site }: { app: string; site: ClientSource }): Plugin {
  const blocks = site.blocks.flatMap(({ files }) => files.component ?? []);
  // A dialog that opens before the app must not load what the app consists of.
  const dialog = site.consent?.starts ? [] : [resolve(root, DIALOG)];
  // The app has the layout, and the preview has it again by way of the definition.
  const common = [...COMMON, ...site.layout.map(({ file }) => file), ...site.common];
  return {
    name: "common-chunk",
    async setup(plugin) {
      const lazy = new Set([resolve(root, app), ...blocks, ...dialog, ...(await lazyClientFiles(root))]);
      const edited = [...new Set([...lazy, ...site.kitUsers])];
      const parts = barrelExports(resolve(root, KIT_EXPORT));
      plugin.onResolve({ filter: /^common:$/ }, () => ({ path: "common:", namespace: "common" }));
      plugin.onLoad({ filter: /.*/, namespace: "common" }, () => ({
        contents: common.map((path) => `import ${JSON.stringify(path)};`).join("\n"),
        resolveDir: root,
      }));
      // The bundler asks for these files alone: each question costs it time, in every build.
      plugin.onLoad({ filter: exactly(edited), namespace: "file" }, async ({ path }) => ({
        contents:
          rewriteBarrelImports(await readFile(path, "utf8"), { isExport: KIT, parts }) +
          (lazy.has(path) ? '\nimport "common:";\n' : ""),
        loader: extname(path).slice(1) as "ts" | "tsx" | "js" | "jsx",
      }));
    },
  };
}

const LAZY_IMPORT = /(?<!typeof )\bimport\(\s*"(\.[^"]+)"\s*\)/g;

/** Files of the program's own browser code that it loads on demand. */
async function lazyClientFiles(root: string): Promise<string[]> {
  const files = await fg("src/client/**/*.{ts,tsx}", { cwd: root, absolute: true, ignore: ["**/*.d.ts"] });
  const found = files.sort().map(async (file) => {
    const text = await readFile(file, "utf8");
    return [...text.matchAll(LAZY_IMPORT)].map(([, path = ""]) => resolve(dirname(file), path));
  });
  return (await Promise.all(found)).flat();
}

function exactly(paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`);
}
