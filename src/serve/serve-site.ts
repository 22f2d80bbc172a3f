/** `sitegen serve`, step by step: the content service, the output, the server, and what watches for changes. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUILD_DEFAULTS } from "../build/build-options.ts";
import { type ContentService, openContentService } from "../build/content-service.ts";
import { answerHeaders } from "../build/host-files.ts";
import { build } from "../build.ts";
import type { Config } from "../config/config.ts";
import { SitegenError } from "../errors.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Gallery } from "../preview/gallery.ts";
import { LATEST } from "../publish/file-list.ts";
import { readDomains } from "../publish/out-domains.ts";
import { securityHeaders } from "../render/hosts/headers.ts";
import { loadStub } from "../render/stub.ts";
import type { Reporter } from "../reporter.ts";
import { openContact } from "./contact/open-contact.ts";
import { createDomainHosts } from "./domain-hosts.ts";
import { isRefused } from "./editor-token.ts";
import { createFreshCode, createSlot, type Slot } from "./fresh-code.ts";
import { createGalleryHandler } from "./gallery.ts";
import { listen } from "./listen.ts";
import { createLiveReload, type LiveReload } from "./live-reload.ts";
import { localOrigin, pickDomain } from "./pick-domain.ts";
import { createPreview, type DraftRenderer } from "./preview.ts";
import type { Handler } from "./static-host.ts";
import { watchSite } from "./watch-site.ts";

export interface ServeOptions {
  loadConfig: () => Promise<Config>;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  host: string;
  port: number;
  watch: boolean;
  /** Shows every block at /__sitegen/gallery/. */
  gallery: boolean;
  jobs: number;
  /** For builds in a process of their own. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  reporter: Reporter;
  signal: AbortSignal;
  onListening: (url: string) => void;
}

/** Serves until the signal ends it. */
export async function serveSite(options: ServeOptions): Promise<void> {
  const { host, port, reporter, signal } = options;
  let config = await options.loadConfig();
  const service = await openContentService(config, { onNotice: options.watch ? reporter.info : undefined });
  config = boundTo(config, service);
  const live = options.watch ? createLiveReload({ run: String(Date.now()) }) : null;
  const code = createFreshCode();
  const { out, stateDir } = options;
  const drafts = createSlot(
    async () => (await code.load()).openDrafts({ config, service, stateDir, signal }),
    (renderer) => renderer.close(),
  );
  const gallery = createSlot(
    async () => (await code.load()).openGallery({ config, out, stateDir }),
    () => undefined,
  );
  const site = { options, service, drafts, gallery, live };
  let handler = createHandler(site, config);
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  // The port is taken first: a build is long, and in vain where nothing can be served afterwards.
  const server = await listen({
    host,
    port,
    handler: async (request, response) => {
      await started;
      await (await handler)(request, response);
    },
    onFailure: reporter.warn,
  }).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const reconfigure = (next: Config) => {
    config = boundTo(next, service);
    handler = createHandler(site, config);
    code.renew();
    drafts.drop();
    gallery.drop();
  };
  const onBuilt = gallery.drop;
  const watch = { ...options, service, config: () => config, reconfigure, onBuilt, built: started, signal: until };
  const serving = live ? watchSite({ ...watch, live }) : aborted(until);
  try {
    await prepareOutput(options, config);
    start();
    options.onListening(server.origin + config.site.base);
    await tellDomains(options, new URL(server.origin).port, config.site.base);
    await serving;
  } finally {
    ended.abort();
    live?.close();
    drafts.drop();
    await serving;
    await server.close();
    await service.close();
  }
}

/** Where each domain of the site can be looked at. */
async function tellDomains({ out, reporter }: ServeOptions, port: string, base: string): Promise<void> {
  for (const domain of await readDomains(out))
    reporter.info(`${domain.origin}: ${localOrigin(domain, `:${port}`)}${base}`);
}

/** Builds go to the one service that runs for the session; the embedded one has no limit worth waiting for. */
function boundTo(config: Config, service: ContentService): Config {
  const { endpoint, token, previewToken, spaceId, embedded } = service;
  const requestsPerSecond = embedded ? 1000 : config.storyblok.requestsPerSecond;
  return { ...config, storyblok: { ...config.storyblok, endpoint, token, previewToken, spaceId, requestsPerSecond } };
}

/** With --watch always: what changed since the last build is part of what is watched. */
async function prepareOutput(options: ServeOptions, config: Config): Promise<void> {
  const hasOutput = existsSync(join(options.out, LATEST));
  if (hasOutput && !options.watch) return;
  try {
    const { report } = await build({ ...BUILD_DEFAULTS, ...options, config });
    const errors = report.problems.filter((problem) => problem.severity === "error").length;
    if (errors > 0) options.reporter.warn(`${errors} errors in the content; \`sitegen check\` lists them.`);
  } catch (error) {
    if (!hasOutput || !(error instanceof SitegenError) || options.signal.aborted) throw error;
    options.reporter.warn(`${error.title} ${error.code}: ${error.message}\nThe last good output is served.`);
  }
}

interface ServedSite {
  options: ServeOptions;
  service: ContentService;
  drafts: Slot<DraftRenderer>;
  gallery: Slot<Gallery>;
  live: LiveReload | null;
}

async function createHandler(site: ServedSite, config: Config): Promise<Handler> {
  const { options, service, drafts, gallery, live } = site;
  const { base } = config.site;
  const { scriptHash } = loadStub(join(PACKAGE_ROOT, "templates", "redirect.html"));
  const headers = Object.fromEntries(securityHeaders(await answerHeaders(config, options.stateDir, [scriptHash])));
  const editHtml = live?.editHtml;
  const access = { previewToken: service.previewToken, spaceId: service.spaceId };
  const preview = createPreview({
    access,
    base,
    headers,
    renderer: drafts.get,
    editHtml,
    onFailure: options.reporter.warn,
  });
  const contact = openContact({ ...options, config, headers });
  const showGallery = createGalleryHandler({ gallery: gallery.get, headers, editHtml });
  const draftFile = async (path: string) =>
    (await (await drafts.peek())?.file(path)) ?? (await gallery.peek())?.file(path) ?? null;
  const host = createDomainHosts({ out: options.out, base, headers, draftFile, editHtml });
  return async (request, response) => {
    if (live?.handle(request, response)) return;
    if (options.gallery && (await showGallery(request, response))) return;
    const domain = pickDomain(request.headers.host ?? "", await readDomains(options.out));
    if (await preview(request, response, domain.folder)) return;
    if (await contact?.(request, response)) return;
    const isRefusedPreview = isRefused(request.url ?? "", access, Date.now());
    await host(domain, isRefusedPreview)(request, response);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
