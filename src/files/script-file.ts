/** Files of the threads and processes that sitegen starts. */
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package-root.ts";

/** Each script with its source; scripts/build-cli.mjs bundles them under these names. */
const SOURCES = {
  "encoder-process": "src/assets/encoder-process.ts",
  "render-worker": "src/generate/render-worker.ts",
  "site-process": "src/resident/site-process.ts",
  "state-worker": "src/state/state-worker.ts",
} as const;

/** How this Node runs TypeScript; false or missing if it does not. The types of Node 20 lack it. */
const { typescript } = process.features as { typescript?: string | false };

/** True if sitegen runs from its sources instead of the bundled program. */
const RUNS_FROM_SOURCE = import.meta.url.endsWith("/src/files/script-file.ts");

/**
 * The bundled script, or its source when sitegen runs from source; null if this Node cannot run TypeScript (before
 * 22.18), as in tests on Node 20.
 */
export function scriptFile(name: keyof typeof SOURCES): string | null {
  if (!RUNS_FROM_SOURCE) return join(PACKAGE_ROOT, "dist", `${name}.mjs`);
  return typescript ? join(PACKAGE_ROOT, SOURCES[name]) : null;
}
