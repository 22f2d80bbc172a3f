import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { PACKAGE_ROOT } from "../package-root.ts";

/** Marks resolves that the plugin started itself. */
const NESTED_RESOLVE = "config-packages-inner";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Bundles the file to JavaScript, since Node 20 cannot import TypeScript, and imports it from memory. Its `process.env`
 * is the given environment, which includes .env.
 */
export async function importConfig(path: string, env: Environment): Promise<unknown> {
  const { build } = await import("esbuild"); // only if needed
  // Global under which the module finds the environment. Not in its text, which may be shown in an error's stack.
  const place = `sitegen.environment.${randomUUID()}`;
  const result = await build({
    entryPoints: [path],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    logLevel: "silent",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path).href), "process.env": "sitegenEnvironment" },
    banner: { js: `const sitegenEnvironment = globalThis[Symbol.for(${JSON.stringify(place)})];` },
    plugins: [packagesPlugin(dirname(path))],
  });
  const code = result.outputFiles[0]?.text ?? "";
  Reflect.set(globalThis, Symbol.for(place), { ...env });
  try {
    const module: unknown = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
    return (module as { default?: unknown }).default;
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(place));
  }
}

/**
 * Resolves `sitegen-storyblok` to this program, installed or not. Other packages are external and imported by absolute
 * path, since Node has no folder from which to resolve them for code in memory.
 */
function packagesPlugin(resolveDir: string): Plugin {
  return {
    name: "config-packages",
    setup(plugin) {
      plugin.onResolve({ filter: /^sitegen(-storyblok)?$/ }, () => ({
        path: join(PACKAGE_ROOT, "src/exports/define.ts"),
      }));
      plugin.onResolve({ filter: /^@?[a-z]/ }, async ({ path, kind, pluginData }) => {
        if (pluginData === NESTED_RESOLVE || kind === "entry-point" || path.startsWith("node:")) return undefined;
        const found = await plugin.resolve(path, { kind, resolveDir, pluginData: NESTED_RESOLVE });
        if (found.errors.length > 0 || found.external) return found;
        return { path: pathToFileURL(found.path).href, external: true };
      });
    },
  };
}
