import type { BuildOptions } from "../generate/build-options.ts";
import { sitegenError } from "../problems/errors.ts";
import { SILENT } from "../problems/reporter.ts";
import type { ResidentBuild } from "./messages.ts";
import { startSiteProcess } from "./start-site-process.ts";

export interface ResidentOptions {
  /** Megabytes; default 400. */
  mostMb?: number;
  /** Milliseconds without progress after which a build is stopped; default ten minutes. */
  silentMs?: number;
  /** The process's script, if it is not the program's own. */
  script?: string;
}

export type ResidentBuilder = ReturnType<typeof createResidentBuilder>;

/** Builds in a process that is kept between builds and replaced when it has grown; a new one is warmed up once. */
export function createResidentBuilder(options: ResidentOptions = {}) {
  const { mostMb = 400, silentMs = 600_000, script } = options;
  const site = startSiteProcess({
    purpose: { kind: "builds", mostMb },
    reporter: SILENT,
    silentMs,
    ...(script && { script }),
    ended: ({ isStuck, by, step }) =>
      sitegenError("UNEXPECTED", {
        message: isStuck
          ? `The build made no progress for ${silentMs / 1000} seconds and was stopped; its last step was "${step}".`
          : `The builder process exited with ${by} before the build was done.`,
        hint: "The output folder is unchanged. The next build starts another process.",
      }),
  });
  let warm: number | undefined;
  return {
    /** As `build`, one at a time, in a process that is already loaded. */
    async build({ reporter, signal, testHooks: _, ...plain }: BuildOptions): Promise<ResidentBuild> {
      const built = await site.request("build", plain, { reporter, ...(signal && { signal }) });
      // The next build meets an error too, and reports it.
      if (site.pid() !== warm) site.request("warmUp", plain).catch(() => undefined);
      warm = site.pid();
      return built;
    },
    pid: site.pid,
    close: site.close,
  };
}
