/** The steps of `sitegen serve`: content service, output, server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { isRefused } from "../edge/editor-token.ts";
import { BUILD_DEFAULTS } from "../generate/build-options.ts";
import { type ContentService, editorAccess, openContentService } from "../generate/content-service.ts";
import { build } from "../generate/generate.ts";
import { loadHeaderSettings } from "../generate/host-files.ts";
import { createDraftRenderer } from "../preview/draft-renderer.ts";
import { createGallery } from "../preview/gallery.ts";
import { LATEST_FILE } from "../publish/file-list.ts";
import { readDomains } from "../publish/kept-builds.ts";
import { securityHeaders } from "../render/hosts/headers.ts";
import { createDraftEndpoint } from "./draft-endpoint.ts";
import { openFormEndpoint } from "./forms/open-form-endpoint.ts";
import { createGalleryHandler, galleryPage } from "./gallery.ts";
import { createLazyValue } from "./lazy-value.ts";
import { listen } from "./listen.ts";
import { filesIn } from "./open-file.ts";
import { createDomainHosts, localOrigin, pickDomain, schemeOf } from "./pick-domain.ts";
import { createPreview } from "./preview.ts";
import { readPublished } from "./request-path.ts";
import type { ServeOptions } from "./serve-options.ts";
import { folderSite, type Handler } from "./static-host.ts";

/** Serves until aborted. */
export async function serveSite(options: ServeOptions): Promise<void> {
  const { host, port, tls, reporter, signal } = options;
  const loaded = await options.loadConfig();
  const service = await openContentService(loaded, { needed: !hasOutput(options) });
  const config = withContentService(loaded, service);
  const site = createServedSite(options, config, service);
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  try {
    // The port is opened first: a build takes long and would be useless without it.
    const server = await listen({
      host,
      port,
      tls,
      handler: async (request, response) => {
        await started;
        await (await site.handler())(request, response);
      },
      onFailure: reporter.warn,
    });
    try {
      if (!hasOutput(options)) await firstBuild(options, config);
      start();
      options.onListening(server.origin + config.site.base);
      await printDomains(options, server.origin, config.site.base);
      await whenAborted(signal);
    } finally {
      await server.close();
    }
  } finally {
    site.close();
    await service.close();
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
  const errors = problemReport.groups.reduce(
    (sum, { severity, count }) => (severity === "error" ? sum + count : sum),
    0,
  );
  if (errors > 0) options.reporter.warn(`${errors} errors in the content; \`sitegen check\` lists them.`);
}

function createServedSite(options: ServeOptions, config: Config, service: ContentService) {
  const { out, stateDir, signal } = options;
  const drafts = createLazyValue(
    () => createDraftRenderer({ config, service, stateDir, signal }),
    (renderer) => renderer.close(),
  );
  const gallery = createLazyValue(
    () => createGallery({ config, out, stateDir }),
    () => undefined,
  );
  // The site's code does not exist before the first build.
  const handler = createLazyValue(
    () => createHandler({ options, config, service, drafts, gallery }),
    () => undefined,
  );
  return { handler: handler.get, close: drafts.drop };
}

async function createHandler(site: {
  options: ServeOptions;
  config: Config;
  service: ContentService;
  drafts: ReturnType<typeof createLazyValue<Awaited<ReturnType<typeof createDraftRenderer>>>>;
  gallery: ReturnType<typeof createLazyValue<Awaited<ReturnType<typeof createGallery>>>>;
}): Promise<Handler> {
  const { options, config, service, drafts, gallery } = site;
  const { base } = config.site;
  const headers = Object.fromEntries(securityHeaders(await loadHeaderSettings(config, options.stateDir)));
  const access = editorAccess(config, service);
  const { reporter } = options;
  const preview = createPreview({ access, base, headers, renderer: drafts.get, onFailure: reporter.warn });
  const forms = openFormEndpoint({ ...options, config, headers });
  const shared = createDraftEndpoint({
    ...options,
    config,
    service,
    headers,
    read: (folder, href) => readPublished(filesIn(join(options.out, folder)), href, base),
    onFailure: reporter.warn,
  });
  const showGallery = createGalleryHandler({ page: async (url) => galleryPage(url, await gallery.get()), headers });
  const draftFile = async (path: string) =>
    (await (await drafts.peek())?.file(path)) ?? (await (await gallery.peek())?.file(path)) ?? null;
  const files = { base, headers, draftFile };
  const hostOf = createDomainHosts({
    site: (folder) => folderSite({ ...files, root: join(options.out, folder) }),
  });
  return async (request, response) => {
    if (options.gallery && (await showGallery(request, response))) return;
    const domain = pickDomain(request.headers.host ?? "", await readDomains(options.out), schemeOf(options.tls));
    if (await preview(request, response, domain.folder)) return;
    if (await forms(request, response, domain.folder)) return;
    if (await shared(request, response, domain.folder)) return;
    await hostOf(domain, await isRefused(request.url ?? "", access, Date.now()))(request, response);
  };
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
