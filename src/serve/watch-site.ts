/** `sitegen serve --watch`: renders pages on demand from the newest code and content. */

import type { Config } from "../config/config.ts";
import { openContentService } from "../generate/content-service.ts";
import { ERRORS, SitegenError } from "../problems/errors.ts";
import { type DevServer, startDevServer } from "./dev-server.ts";
import { listen } from "./listen.ts";
import type { WatchOptions } from "./serve-options.ts";
import { firstBuild, hasOutput, whenAborted, withContentService } from "./serve-site.ts";
import type { Handler } from "./static-host.ts";

/** Serves until aborted. */
export async function watchSite(options: WatchOptions): Promise<void> {
  const { host, port, tls, reporter, signal } = options;
  const loaded = await options.loadConfig();
  let site: DevServer | undefined;
  const service = await openContentService(loaded, {
    onNotice: reporter.info,
    onPublish: () => site?.contentChanged(),
    onBroken: (error) => site?.contentBroken(error),
  });
  let open: (handler: Handler) => void = () => undefined;
  const opened = new Promise<Handler>((resolve) => {
    open = resolve;
  });
  try {
    // The port is opened first: a build takes long and would be useless without it.
    const server = await listen({
      host,
      port,
      tls,
      handler: async (request, response) => (await opened)(request, response),
      onFailure: reporter.warn,
    });
    try {
      const config = withContentService(loaded, service);
      if (!hasOutput(options)) await firstOutput(options, config);
      site = startDevServer({ ...options, config, service });
      open(site.handler);
      options.onListening(server.origin + config.site.base);
      await whenAborted(signal);
      site.close();
    } finally {
      await server.close();
    }
  } finally {
    await service.close();
  }
}

/**
 * Builds the site if there is no output; later builds do not happen in this session. Errors in code are shown later.
 */
async function firstOutput(options: WatchOptions, config: Config): Promise<void> {
  try {
    await firstBuild(options, config);
  } catch (error) {
    if (!(error instanceof SitegenError) || ERRORS[error.code].exit !== 1 || options.signal.aborted) throw error;
    options.reporter.warn(`${error.title} ${error.code}: ${error.message}\nNothing was generated; pages show it.`);
  }
}
