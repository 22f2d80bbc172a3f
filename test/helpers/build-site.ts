import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fg from "fast-glob";
import { loadConfig } from "../../src/config/load-config.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { type BuildResult, build } from "../../src/generate/generate.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { keepBundles, takeBundles } from "./bundles.ts";
import { SAMPLE } from "./sample-definition.ts";

export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "sitegen-test-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export interface Service {
  endpoint: string;
  token: string;
  previewToken: string;
}

export interface SiteToBuild {
  service: Service;
  out: string;
  stateDir: string;
  /** Path of the configuration file. */
  config?: string;
  overrides?: Partial<BuildOptions>;
}

/** Runs a build in this process against a service. Bundles of the sample's code are reused within a test run. */
export async function buildSite(options: SiteToBuild): Promise<BuildResult> {
  const ready = await buildOptions(options);
  takeBundles(ready.stateDir);
  const result = await build(ready);
  if (ready.config.definition === SAMPLE) keepBundles(ready.stateDir);
  return result;
}

/** Options of a silent build in one thread against a service. */
export async function buildOptions(options: SiteToBuild): Promise<BuildOptions> {
  const { service, out, stateDir } = options;
  const env = {
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: service.token,
    STORYBLOK_PREVIEW_TOKEN: service.previewToken,
  };
  const { storyblok, ...config } = await loadConfig({ cwd: stateDir, file: options.config, env });
  return {
    // A test's service has no limit: at the usual rate a pull takes two seconds.
    config: { ...config, storyblok: { ...storyblok, requestsPerSecond: 1000 } },
    out,
    stateDir,
    draft: false,
    full: false,
    offline: false,
    jobs: 1,
    strict: false,
    keepGoing: false,
    dryRun: false,
    reporter: SILENT,
    ...options.overrides,
  };
}

/** Content hash of every file in a folder. */
export function filesOf(dir: string): Record<string, string> {
  const files = fg.sync("**/*", { cwd: dir, dot: true }).sort();
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash("sha1")
        .update(readFileSync(join(dir, file)))
        .digest("hex"),
    ]),
  );
}
