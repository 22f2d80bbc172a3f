import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Plugin } from "esbuild";
import fg from "fast-glob";

export interface OwnBlocksOptions {
  /** sitegen's own folder. */
  packageRoot: string;
  /** The site's folder of blocks, or "" when it has none. */
  blocks: string;
}

const REGISTRY = /[\\/]gen[\\/](schemas|data|components|loaders|interactive)\.ts$/;
/** Marks a resolution that this plugin asked for itself. */
const INNER = "own-blocks-inner";
type Registry = "schemas" | "data" | "components" | "loaders" | "interactive";

/**
 * Adds the site's own blocks to sitegen's generated registries: a folder of a name that sitegen has replaces its
 * block. Inside them `sitegen/schema` is the field vocabulary and `sitegen/ui/<name>` a file of the ui kit.
 */
export function ownBlocksPlugin({ packageRoot, blocks }: OwnBlocksOptions): Plugin {
  const inPackage = (path: string) => join(packageRoot, path);
  return {
    name: "own-blocks",
    setup(plugin) {
      if (blocks === "") return;
      plugin.onResolve({ filter: /^sitegen\/(schema|reader)$/ }, ({ path }) => ({
        path: inPackage(path === "sitegen/schema" ? "src/content/schema/fields.ts" : "src/content/reader.ts"),
      }));
      plugin.onResolve({ filter: /^sitegen\/ui\/[\w-]+$/ }, ({ path }) => ({ path: kitFile(packageRoot, path) }));
      // React is sitegen's, also where the site has none or another version: two copies cannot share hooks.
      plugin.onResolve({ filter: /^react(-dom)?(\/.*)?$/ }, ({ path, kind, pluginData }) =>
        pluginData === INNER ? undefined : plugin.resolve(path, { kind, resolveDir: packageRoot, pluginData: INNER }),
      );
      plugin.onResolve({ filter: REGISTRY }, ({ path, resolveDir, namespace }) =>
        namespace === "own-blocks" ? undefined : { path: resolve(resolveDir, path), namespace: "own-blocks" },
      );
      plugin.onLoad({ filter: REGISTRY, namespace: "own-blocks" }, async ({ path }) => {
        const registry = basename(path, ".ts") as Registry;
        return { contents: await mergedRegistry(registry, path, blocks), loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}

function kitFile(packageRoot: string, specifier: string): string {
  const name = specifier.slice("sitegen/ui/".length);
  const kit = ["src/blocks/ui", "src/kit"].map((folder) => join(packageRoot, folder, name));
  const stem = kit.find((path) => existsSync(`${path}.tsx`) || existsSync(`${path}.ts`)) ?? join(packageRoot, name);
  return existsSync(`${stem}.tsx`) ? `${stem}.tsx` : `${stem}.ts`;
}

async function mergedRegistry(registry: Registry, original: string, blocks: string): Promise<string> {
  const files = await findFiles(registry, blocks);
  const base = `import { ${registry} as base } from ${JSON.stringify(original)};`;
  if (registry === "interactive") {
    // Nobody has looked into them, so each may do something in the browser.
    const own = Object.fromEntries(files.map(([name]) => [name, []]));
    return `${base}\nexport const interactive = { ...base, ...${JSON.stringify(own)} };`;
  }
  if (registry === "loaders") {
    const rows = files.map(
      ([name, path]) => `${name}: () => import(${JSON.stringify(path)}).then((module) => module.${name}),`,
    );
    return `${base}\nexport const loaders = { ...base, ${rows.join("\n")} };`;
  }
  const exported = registry === "schemas" ? "schema" : registry;
  const imports = files.map(([name, path]) => {
    const what = registry === "components" ? name : exported;
    return `import { ${what} as ${name} } from ${JSON.stringify(path)};`;
  });
  const names = files.map(([name]) => name);
  const merged =
    registry === "schemas"
      ? `[...base.filter((schema) => !${JSON.stringify(names)}.includes(schema.name)), ${names.join(", ")}]`
      : `{ ...base, ${names.join(", ")} }`;
  return [base, ...imports, `export const ${registry} = ${merged};`].join("\n");
}

/** Name and path of the site's own files of one kind, sorted. */
async function findFiles(registry: Registry, blocks: string): Promise<[name: string, path: string][]> {
  const pattern = registry === "schemas" ? "*/*.schema.ts" : registry === "data" ? "*/*.data.ts" : "*/*.tsx";
  const paths = (await fg(pattern, { cwd: blocks, absolute: true })).sort();
  return paths
    .map((path): [string, string] => [basename(path).replace(/\..*$/, ""), path])
    .filter(([name, path]) => pattern !== "*/*.tsx" || name === basename(dirname(path)));
}
