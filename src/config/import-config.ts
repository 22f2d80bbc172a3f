import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, Plugin } from "esbuild";
import { PACKAGE_ROOT } from "../files/package-root.ts";

/** Marks calls of `resolve` that the plugin makes itself, which would otherwise call it again. */
const NESTED_RESOLVE = "config-packages-inner";

/** sitegen's own sources, which are not reported as files of the configuration. */
const OWN = join(PACKAGE_ROOT, "src/");

type Environment = Readonly<Record<string, string | undefined>>;

export interface ImportedConfig {
  value: unknown;
  /** Hash of the configuration's code, and of the packages' files that it imports. */
  hash: string;
  /** Absolute paths of the file and of what it imports besides packages. */
  files: string[];
}

/**
 * Bundles the file to JavaScript, since Node 20 cannot import TypeScript, and imports it from memory. Its `process.env`
 * is the given environment, which includes .env.
 */
export async function importConfig(path: string, env: Environment): Promise<ImportedConfig> {
  const { module, ...made } = await bundleAndImport(path, env);
  return { value: module.default, ...made };
}

/** All exports of another module of the site, imported in the same way. */
export async function importModule(path: string, env: Environment): Promise<Record<string, unknown>> {
  return (await bundleAndImport(path, env)).module;
}

async function bundleAndImport(
  path: string,
  env: Environment,
): Promise<{ module: Record<string, unknown> } & Omit<ImportedConfig, "value">> {
  const { build } = await import("esbuild"); // only if needed
  // Global under which the module finds the environment. Not in its text, which may be shown in an error's stack.
  const globalName = `sitegen.environment.${randomUUID()}`;
  const packages = new Set<string>();
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    metafile: true,
    logLevel: "silent",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path).href), "process.env": "sitegenEnvironment" },
    plugins: [packagesPlugin(dirname(path), packages)],
  });
  const code = outputFiles[0]?.text ?? "";
  Reflect.set(globalThis, Symbol.for(globalName), { ...env });
  try {
    const head = `${requireFrom(path)} const sitegenEnvironment = globalThis[Symbol.for(${JSON.stringify(globalName)})];`;
    const text = Buffer.from(`${head}\n${code}`).toString("base64");
    const module: Record<string, unknown> = await import(`data:text/javascript;base64,${text}`);
    const hash = createHash("sha256").update(code);
    for (const file of [...packages].sort()) hash.update(readFileSync(file));
    return {
      module,
      hash: hash.digest("hex").slice(0, 32),
      files: Object.keys(metafile.inputs)
        .map((input) => resolve(input))
        .filter((file) => !file.startsWith(OWN)),
    };
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(globalName));
  }
}

/** `require` for a configuration that is CommonJS. */
function requireFrom(path: string): string {
  return `import { createRequire as sitegenRequire } from "node:module"; const require = sitegenRequire(${JSON.stringify(path)});`;
}

/**
 * Resolves `sitegen-storyblok` to this program, installed or not. Other packages are external and imported by absolute
 * path, since Node has no folder from which to resolve them for code in memory.
 */
function packagesPlugin(resolveDir: string, packages: Set<string>): Plugin {
  return {
    name: "config-packages",
    setup(plugin) {
      plugin.onResolve({ filter: /^sitegen(-storyblok)?$/ }, () => ({
        path: join(PACKAGE_ROOT, "src/exports/define.ts"),
      }));
      plugin.onResolve({ filter: /^@?[a-z]/ }, async ({ path, kind, pluginData }: OnResolveArgs) => {
        if (pluginData === NESTED_RESOLVE || kind === "entry-point" || path.startsWith("node:")) return undefined;
        const found = await plugin.resolve(path, { kind, resolveDir, pluginData: NESTED_RESOLVE });
        if (found.errors.length > 0 || found.external) return found;
        packages.add(found.path);
        // `require` takes no address of a file.
        return { path: kind === "require-call" ? found.path : pathToFileURL(found.path).href, external: true };
      });
    },
  };
}
