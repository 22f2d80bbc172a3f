/** The steps of `sitegen serve`: content service, output, server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { BUILD_DEFAULTS } from "../generate/build-options.ts";
import { type ContentService, editorAccess, openContentService } from "../generate/content-service.ts";
import { build } from "../generate/generate.ts";
import { loadHeaderSettings } from "../generate/host-files.ts";
import { whenAborted } from "../http/listening.ts";
import { countProblems } from "../incremental/problem-report.ts";
import { createDraftHandlers } from "../preview/draft-handlers.ts";
import type { Reporter } from "../problems/reporter.ts";
import { LATEST_FILE } from "../publish/file-list.ts";
import { readDomains } from "../publish/kept-builds.ts";
import { securityHeaders } from "../render/hosts/headers.ts";
import { createLazyValue } from "../util/lazy-value.ts";
import { type ListenOptions, listen } from "./listen.ts";
import { localOrigin, schemeOf } from "./pick-domain.ts";
import { createSiteHandler } from "./site-handler.ts";
import { folderSite, type Handler } from "./static-host.ts";

/** Options of the command; the signal ends serving. */
export interface ServeOptions {
  loadConfig: () => Promise<Config>;
  /** Working directory, whose .env is read. */
  cwd: string;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  host: string;
  port: number;
  /** Key and certificate for https, made when the command starts. */
  tls?: ListenOptions["tls"];
  /** Shows the gallery at /__sitegen/gallery/. */
  gallery: boolean;
  jobs: number;
  reporter: Reporter;
  signal: AbortSignal;
  onListening: (url: string) => void;
}

/** Serves until aborted. */
export async function serveSite(options: ServeOptions): Promise<void> {
  const loaded = await options.loadConfig();
  const service = await openContentService(loaded, { needed: !hasOutput(options) });
  const config = withContentService(loaded, service);
  const site = createServedSite(options, config, service);
  try {
    await whileListening(options, async (origin, open) => {
      if (!hasOutput(options)) await firstBuild(options, config);
      open(async (request, response) => (await site.handler())(request, response));
      options.onListening(origin + config.site.base);
      await printDomains(options, origin, config.site.base);
      await whenAborted(options.signal);
    });
  } finally {
    site.close();
    await service.close();
  }
}

/**
 * Listens until `work` ends; requests wait for the handler that it opens. The port comes first: a build takes long and
 * would be useless without it.
 */
export async function whileListening(
  { host, port, tls, reporter }: ServeOptions,
  work: (origin: string, open: (handler: Handler) => void) => Promise<void>,
): Promise<void> {
  let open: (handler: Handler) => void = () => undefined;
  const opened = new Promise<Handler>((resolve) => {
    open = resolve;
  });
  const handler: Handler = async (request, response) => (await opened)(request, response);
  const server = await listen({ host, port, tls, handler, onFailure: reporter.warn });
  try {
    await work(server.origin, open);
  } finally {
    await server.close();
  }
}

async function printDomains({ out, tls, reporter }: ServeOptions, origin: string, base: string): Promise<void> {
  const place = { port: `:${new URL(origin).port}`, scheme: schemeOf(tls) };
  for (const domain of await readDomains(out)) reporter.info(`${domain.origin}: ${localOrigin(domain, place)}${base}`);
}

/**
 * The configuration with the session's content service, so that builds use the same one; the embedded one has no rate
 * limit.
 */
export function withContentService(config: Config, service: ContentService): Config {
  const { endpoint, token, previewToken, spaceId, embedded } = service;
  const requestsPerSecond = embedded ? 1000 : config.storyblok.requestsPerSecond;
  return { ...config, storyblok: { ...config.storyblok, endpoint, token, previewToken, spaceId, requestsPerSecond } };
}

export function hasOutput({ out }: Pick<ServeOptions, "out">): boolean {
  // Folders created by other programs are served too.
  return [LATEST_FILE, "index.html"].some((file) => existsSync(join(out, file)));
}

export async function firstBuild(options: ServeOptions, config: Config): Promise<void> {
  const { problemReport } = await build({ ...BUILD_DEFAULTS, ...options, config, countsProblems: true });
  const { error } = countProblems(problemReport.groups);
  if (error > 0) options.reporter.warn(`${error} errors in the content; \`sitegen check\` lists them.`);
}

function createServedSite(options: ServeOptions, config: Config, service: ContentService) {
  const { out, stateDir } = options;
  const drafts = createDraftHandlers({ ...options, config, service });
  // The site's code does not exist before the first build.
  const handler = createLazyValue(async () =>
    createSiteHandler({
      ...options,
      config,
      service,
      drafts,
      access: editorAccess(config, service),
      headers: Object.fromEntries(securityHeaders(await loadHeaderSettings(config, stateDir))),
      domains: () => readDomains(out),
      site: (folder) => folderSite({ root: join(out, folder), base: config.site.base }),
    }),
  );
  return { handler: handler.get, close: drafts.drop };
}
