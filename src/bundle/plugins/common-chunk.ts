import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import type { ClientSource } from "../site-modules.ts";

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
  const lazy = new Set([resolve(root, app), ...blocks]);
  // A dialog that opens before the app must not load what the app consists of.
  const early = site.consent?.starts ? resolve(root, "src/client/consent/adapter.ts") : "";
  // The app has the layout, and the preview has it again by way of the definition.
  const common = [...COMMON, ...site.layout.map(({ file }) => file), ...site.common];
  return {
    name: "common-chunk",
    setup(plugin) {
      plugin.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const full = resolve(resolveDir, path);
        if (kind === "dynamic-import" && full.startsWith(resolve(root, "src/client")) && full !== early) lazy.add(full);
        return undefined;
      });
      plugin.onResolve({ filter: /^common:$/ }, () => ({ path: "common:", namespace: "common" }));
      plugin.onLoad({ filter: /.*/, namespace: "common" }, () => ({
        contents: common.map((path) => `import ${JSON.stringify(path)};`).join("\n"),
        resolveDir: root,
      }));
      plugin.onLoad({ filter: /\.[jt]sx?$/, namespace: "file" }, async ({ path }) => {
        if (!lazy.has(path)) return undefined;
        const source = await readFile(path, "utf8");
        return {
          contents: `${source}\nimport "common:";\n`,
          loader: extname(path).slice(1) as "ts" | "tsx" | "js" | "jsx",
        };
      });
    },
  };
}
