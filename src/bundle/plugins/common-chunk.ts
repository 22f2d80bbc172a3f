import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import fg from "fast-glob";
import { barrelExports, exactly, KIT_EXPORT, rewriteBarrelImports } from "../barrel-imports.ts";
import { type ClientSource, CONSENT_DIALOG } from "../site-modules.ts";
import { loaderOf } from "./site-env.ts";

/** Modules that nearly every script of the program uses, with their imports. */
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
 * Keeps the common modules in one file. esbuild puts modules into a shared chunk for each set of lazy files that use
 * them; fifty blocks would give dozens of tiny files, each with its own request and poor compression. So the app and
 * all lazily imported files get one more import, of a module with everything that is common.
 */
export function commonChunkPlugin(
  root: string,
  { entries, site }: { entries: readonly string[]; site: ClientSource },
): Plugin {
  const blocks = site.blocks.flatMap(({ files }) => [files.component ?? [], files.data ?? []].flat());
  // A dialog that opens before the app must not load the app's code.
  const dialog = site.consent?.starts ? [] : [resolve(root, CONSENT_DIALOG)];
  // The app contains the layout, and the preview contains it again through the definition.
  const common = [...COMMON, ...site.layout.map(({ file }) => file), ...site.common];
  return {
    name: "common-chunk",
    setup(plugin) {
      const lazy = new Set([
        ...entries.map((path) => resolve(root, path)),
        ...blocks,
        ...dialog,
        ...lazyClientFiles(root),
      ]);
      const edited = [...new Set([...lazy, ...site.kitUsers])];
      const parts = barrelExports(resolve(root, KIT_EXPORT));
      plugin.onResolve({ filter: /^common:$/ }, () => ({ path: "common:", namespace: "common" }));
      plugin.onLoad({ filter: /.*/, namespace: "common" }, () => ({
        contents: common.map((path) => `import ${JSON.stringify(path)};`).join("\n"),
        resolveDir: root,
      }));
      // Filtered to these files, since each callback slows every build down. Read synchronously, as in own-react.ts.
      plugin.onLoad({ filter: exactly(edited), namespace: "file" }, ({ path }) => ({
        contents:
          rewriteBarrelImports(readFileSync(path, "utf8"), parts) + (lazy.has(path) ? '\nimport "common:";\n' : ""),
        loader: loaderOf(path),
      }));
    },
  };
}

const LAZY_IMPORT = /(?<!typeof )\bimport\(\s*"(\.[^"]+)"\s*\)/g;

/** Files of the program's browser code that are loaded on demand. */
function lazyClientFiles(root: string): string[] {
  const files = fg.sync("src/{client,parts}/**/*.{ts,tsx}", { cwd: root, absolute: true, ignore: ["**/*.d.ts"] });
  return files.sort().flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(LAZY_IMPORT)].map(([, path = ""]) => resolve(dirname(file), path));
  });
}
