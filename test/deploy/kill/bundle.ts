import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles the program that is killed. */
export async function bundleDeployer(program: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("deployer.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    // A process loads only what its own kind of target needs.
    splitting: true,
    mainFields: ["module", "main"],
    outdir: dirname(program),
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    loader: { ".node": "empty" },
    external: ["cpu-features"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); const __dirname = ".";',
    },
  });
}
