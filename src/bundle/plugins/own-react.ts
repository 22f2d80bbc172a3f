import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { NESTED_RESOLVE } from "./nested-resolve.ts";

/** The file that a package's entry loads in production, if it is only that; `react-dom/server` has several. */
const PRODUCTION = /\brequire\((["'])(\.\/cjs\/[\w.-]+\.production\.js)\1\)/g;
const PRODUCTION_FILE = /[\\/]cjs[\\/][\w.-]+\.production\.js$/;

/**
 * Uses sitegen's React, even if the site has none or another version: two copies cannot share hooks. React's files for
 * production become ES modules, see `esModule`. Each path is resolved once, and files are read synchronously: while a
 * space is pulled, each asynchronous step waits until a page of stories is parsed.
 */
export function ownReactPlugin(root: string): Plugin {
  return {
    name: "own-react",
    setup(plugin) {
      const known = new Map<string, Promise<OnResolveResult>>();
      const resolve = ({ path, kind, importer, pluginData }: OnResolveArgs): Promise<OnResolveResult> | undefined => {
        if (pluginData === NESTED_RESOLVE) return undefined;
        const isReact = path.startsWith("react");
        if (!isReact && !PRODUCTION_FILE.test(importer)) return undefined; // a site's own scheduler
        const resolveDir = isReact ? root : dirname(importer);
        const key = [path, kind, resolveDir].join("\n");
        return getOrInsert(known, key, () => productionFile(plugin, path, { kind, resolveDir }));
      };
      plugin.onResolve({ filter: /^(?:react|react-dom|scheduler)(?:\/.*)?$/ }, resolve);
      plugin.onLoad({ filter: PRODUCTION_FILE, namespace: "file" }, ({ path }) => ({
        contents: esModule(readFileSync(path, "utf8")),
        loader: "js",
      }));
    },
  };
}

/** The file for production behind a package's entry; the entry itself if it has none or several. */
async function productionFile(
  plugin: PluginBuild,
  path: string,
  from: Pick<OnResolveArgs, "kind" | "resolveDir">,
): Promise<OnResolveResult> {
  const entry = await plugin.resolve(path, { ...from, pluginData: NESTED_RESOLVE });
  if (entry.errors.length > 0) return entry;
  const [file, ...more] = [...readFileSync(entry.path, "utf8").matchAll(PRODUCTION)];
  return file?.[2] && more.length === 0 ? { path: join(dirname(entry.path), file[2]) } : entry;
}

const REQUIRE = /\brequire\("([^"]+)"\)/g;
const EXPORT = /\bexports\.(\w+) =/g;

/**
 * The source of a CommonJS module that assigns to properties of `exports`, as an ES module with the same exports and
 * the object itself as default. esbuild puts a CommonJS module into a function, which a browser parses twice, once to
 * skip it and once to call it: of the first task after a touch that was 40 % (docs/performance-tried.md).
 */
function esModule(source: string): string {
  const imported = [...new Set([...source.matchAll(REQUIRE)].map(([, name = ""]) => name))];
  const exported = [...new Set([...source.matchAll(EXPORT)].map(([, name = ""]) => name))];
  const given = exported.map((name, number) => `${name}: exports${number}`).join(", ");
  const names = exported.map((name, number) => `exports${number} as ${name}`).join(", ");
  return [
    ...imported.map((name, number) => `import required${number} from ${JSON.stringify(name)};`),
    "const exports = {};",
    source.replace(REQUIRE, (_, name: string) => `required${imported.indexOf(name)}`),
    "export default exports;",
    `const { ${given} } = exports;`,
    `export { ${names} };`,
  ].join("\n");
}
