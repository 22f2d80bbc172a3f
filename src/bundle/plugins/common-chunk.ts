import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Plugin } from "esbuild";

/** What nearly every chunk uses, and what that imports. */
const COMMON = [
  "react",
  "react/jsx-runtime",
  "./src/kit/blocks.tsx",
  "./src/kit/consent.ts",
  "./src/blocks/ui/icon.tsx",
  "./src/kit/link.tsx",
  "./src/blocks/ui/link.tsx",
  "./src/kit/reduced-motion.ts",
  "./src/blocks/ui/section.tsx",
  "./src/client/app/load-components.ts",
  "./src/client/page/facts.ts",
  "./src/client/page/fetch-json.ts",
  "./src/client/storage-keys.ts",
  "./src/content/rules/labels.ts",
  "./src/content/rules/links.ts",
  "./src/content/rules/paths.ts",
];

/**
 * Keeps the common modules in one file. esbuild puts modules into one chunk when exactly the same lazy files reach
 * them; with fifty blocks that gives dozens of files of a few hundred bytes, each with its own request and badly
 * compressed. So the app and every lazily imported file of ours get one more import, of all that is common.
 */
export function commonChunkPlugin(root: string, app: string): Plugin {
  const lazy = new Set([resolve(root, app)]);
  return {
    name: "common-chunk",
    setup(plugin) {
      plugin.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const full = resolve(resolveDir, path);
        if (kind === "dynamic-import") lazy.add(full);
        return undefined;
      });
      plugin.onResolve({ filter: /^common:$/ }, () => ({ path: "common:", namespace: "common" }));
      plugin.onLoad({ filter: /.*/, namespace: "common" }, () => ({
        contents: COMMON.map((path) => `import ${JSON.stringify(path)};`).join("\n"),
        resolveDir: root,
      }));
      plugin.onLoad({ filter: /[/\\]src[/\\](blocks|client)[/\\].*\.tsx?$/ }, async ({ path }) => {
        if (!lazy.has(path)) return undefined;
        const source = await readFile(path, "utf8");
        return { contents: `${source}\nimport "common:";\n`, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
