/** The program as a library: a function that builds, and functions for a site's definition and configuration. */

import { resolve } from "node:path";
import { readEnvironment } from "../config/env-file.ts";
import { loadConfig } from "../config/load-config.ts";
import { BUILD_DEFAULTS } from "../generate/build-options.ts";
import type { SiteBuild, SiteBuildOptions } from "../generate/build-types.ts";
import { build as buildSite } from "../generate/generate.ts";
import { SILENT } from "../problems/reporter.ts";

export type { SiteBuild, SiteBuildOptions } from "../generate/build-types.ts";
export { SitegenError } from "../problems/errors.ts";
export * from "./define.ts";

/** Pulls the space, renders all pages and publishes, like `sitegen generate`. Throws a SitegenError. */
export async function build(options: SiteBuildOptions = {}): Promise<SiteBuild> {
  const { cwd = process.cwd(), config: file, out = "out", state = ".sitegen", env = process.env } = options;
  const environment = readEnvironment(cwd, env);
  const config = await loadConfig({ cwd, file, env: environment });
  const { report } = await buildSite({
    ...BUILD_DEFAULTS,
    config,
    env: environment,
    out: resolve(cwd, out),
    stateDir: resolve(cwd, state),
    full: options.full ?? false,
    ...(options.jobs !== undefined && { jobs: options.jobs }),
    strict: options.strict ?? false,
    allowRemovals: options.allowRemovals ?? false,
    reporter: SILENT,
    signal: options.signal,
  });
  return report;
}
