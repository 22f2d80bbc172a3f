/** `sitegen serve --watch`: renders pages on demand from the newest code and content. */

import type { Config } from "../config/config.ts";
import { openContentService } from "../generate/content-service.ts";
import { whenAborted } from "../http/listening.ts";
import { ERRORS, SitegenError } from "../problems/errors.ts";
import { type DevServer, startDevServer } from "./dev-server.ts";
import { firstBuild, hasOutput, type ServeOptions, whileListening, withContentService } from "./serve-site.ts";

/** Serves until aborted. */
export async function watchSite(options: ServeOptions): Promise<void> {
  const { reporter, signal } = options;
  const loaded = await options.loadConfig();
  let site: DevServer | undefined;
  const service = await openContentService(loaded, {
    notify: reporter.info,
    onPublish: () => site?.contentChanged(),
    onBroken: (error) => site?.contentBroken(error),
  });
  try {
    await whileListening(options, async (origin, open) => {
      const config = withContentService(loaded, service);
      if (!hasOutput(options)) await firstOutput(options, config);
      site = startDevServer({ ...options, config, service });
      open(site.handler);
      options.onListening(origin + config.site.base);
      await whenAborted(signal);
      site.close();
    });
  } finally {
    await service.close();
  }
}

/**
 * Builds the site if there is no output; later builds do not happen in this session. Errors in code are shown later.
 */
async function firstOutput(options: ServeOptions, config: Config): Promise<void> {
  try {
    await firstBuild(options, config);
  } catch (error) {
    if (!(error instanceof SitegenError) || ERRORS[error.code].exit !== 1 || options.signal.aborted) throw error;
    options.reporter.warn(`${error.title} ${error.code}: ${error.message}\nNothing was generated; pages show it.`);
  }
}
