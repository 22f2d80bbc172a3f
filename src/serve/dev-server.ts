import { basename, dirname } from "node:path";
import type { Config } from "../config/config.ts";
import { isRefused, type TokenAccess } from "../edge/editor-token.ts";
import { type ContentService, editorAccess, spaceFolder } from "../generate/content-service.ts";
import type { DevUpdate } from "../generate/dev/dev-update.ts";
import { FailureError, failureText, failureWithoutLocation } from "../generate/dev/failure.ts";
import type { DevProcessOptions } from "../generate/dev/messages.ts";
import type { Reporter } from "../problems/reporter.ts";
import { domainPath } from "../site/domains.ts";
import { createDraftEndpoint } from "./draft-endpoint.ts";
import { openFormEndpoint } from "./forms/open-form-endpoint.ts";
import { createGalleryHandler } from "./gallery.ts";
import type { ListenOptions } from "./listen.ts";
import { createLiveReload, type LiveEvent, type LiveReload } from "./live-reload.ts";
import { inMemory, type OpenSiteFile, openFile } from "./open-file.ts";
import { createDomainHosts, pickDomain, schemeOf } from "./pick-domain.ts";
import { createPreview } from "./preview.ts";
import { rebuildSitegenOnChange } from "./rebuild-sitegen.ts";
import { readPublished } from "./request-path.ts";
import { compileRules, NO_RULES } from "./route-rules.ts";
import type { WatchOptions } from "./serve-options.ts";
import { withContentService } from "./serve-site.ts";
import { type SiteProcess, startSiteProcess } from "./site-process.ts";
import type { Handler } from "./static-host.ts";
import { watchConfig, watchContent } from "./watch-content.ts";

export interface DevServer {
  handler: Handler;
  /** Call this when the embedded service has published. */
  contentChanged(): void;
  close(): void;
}

/** Connects the process that renders pages, the watchers that report changes, and the open pages that reload. */
export function startDevServer(options: WatchOptions & { config: Config; service: ContentService }): DevServer {
  const { service, reporter, gallery } = options;
  const live = createLiveReload({ run: String(Date.now()) });
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  let { config } = options;
  /** Continues to count when the process is replaced. */
  let version = 0;
  let known: DevUpdate | null = null;
  /** True if the last update was sent without the browser code. */
  let wasPartial = false;
  let configFailure: LiveEvent | null = null;

  const onUpdate = (update: DevUpdate) => {
    version += 1;
    known = update;
    handler = createHandler();
    tell(update);
  };
  const tell = ({ failure, isWhole }: DevUpdate) => {
    if (failure) reporter.warn(`${failureText(failure)}\nThe last good version is served.`);
    const event: LiveEvent = failure ? { name: "failure", failure } : { name: "update" };
    const pages = live.tell(configFailure ?? event, version);
    const isRest = wasPartial && isWhole;
    wasPartial = !isWhole && failure === null;
    if (!failure && version > 1 && !isRest)
      reporter.info(`Changed${pages === 0 ? "" : `; ${pages} open ${pages === 1 ? "page" : "pages"} updated`}.`);
  };
  const process = startSiteProcess(processOptions(options, config), {
    reporter,
    onUpdate,
    onOwnCode: () => ownCode.changed(),
  });
  const access = editorAccess(config, service);
  const createHandler = () =>
    createDevHost({ ...options, config, process, live, access, update: known, gallery, onFailure: reporter.warn });
  let handler = createHandler();
  const ownCode = rebuildSitegenOnChange({ reporter, onBuilt: () => process.replace() });

  watchConfig({
    ...options,
    config: () => config,
    signal,
    onChange(next) {
      configFailure = null;
      if (isOtherContent(next, config, service))
        reporter.warn("The configuration names another content source: restart the command to use it.");
      config = withContentService(next, service);
      reporter.info("The configuration has changed; restarting the render process.");
      process.replace(processOptions(options, config));
    },
    onFailure(error) {
      const failure = failureWithoutLocation(error);
      configFailure = { name: "failure", failure };
      reporter.warn(`${failureText(failure)}\nThe last good configuration is used.`);
      live.tell(configFailure, version);
    },
  });
  const others = Object.values(config.storyblok.spaces).filter(({ token }) => token !== "");
  for (const one of [...(service.embedded ? [] : [service]), ...others])
    void watchContent({ config, service: one, signal, reporter, onChange: process.contentChanged });

  return {
    handler: (request, response) => handler(request, response),
    contentChanged: process.contentChanged,
    close() {
      ended.abort();
      ownCode.close();
      live.close();
      process.close();
    },
  };
}

/** True if the content's source changed: the content service is opened once, when the command starts. */
function isOtherContent(next: Config, before: Config, { embedded, endpoint, token }: ContentService): boolean {
  if (!embedded) return next.storyblok.endpoint !== endpoint || next.storyblok.token !== token;
  return next.storyblok.endpoint !== "" || spaceFolder(next) !== spaceFolder(before);
}

function processOptions(options: WatchOptions & { service: ContentService }, config: Config): DevProcessOptions {
  const { out, stateDir } = options;
  const { endpoint, token, previewToken, spaceId, embedded } = options.service;
  const content = embedded ? [spaceFolder(config)] : [];
  return {
    config,
    service: { endpoint, token, previewToken, spaceId, embedded },
    stateDir,
    out,
    others: [out, stateDir, ...content],
  };
}

/** Handles requests to a site during development. */
interface DevHostOptions {
  config: Config;
  process: SiteProcess;
  live: LiveReload;
  access: readonly TokenAccess[];
  service: Pick<ContentService, "endpoint" | "previewToken" | "spaceId">;
  update: DevUpdate | null;
  gallery: boolean;
  tls?: ListenOptions["tls"];
  onFailure: (message: string) => void;
  /** The output folder, for the forms. */
  out: string;
  stateDir: string;
  reporter: Reporter;
}

/** Creates a handler for one version, since headers and redirects may change. */
function createDevHost(options: DevHostOptions): Handler {
  const { config, process, live, access, update, onFailure } = options;
  const { base } = config.site;
  const { editHtml } = live;
  const headers = update?.headers ?? {};
  const domains = update?.domains ?? [];
  const filesOf =
    (folder: string, of: "whole" | "newest"): OpenSiteFile =>
    async (path) => {
      const found = await process.request("file", { path: domainPath({ folder }, path), of });
      if (!found) return null;
      return "bytes" in found ? inMemory(found.bytes) : openFile(dirname(found.source), basename(found.source));
    };
  const preview = createPreview({
    access,
    base,
    headers,
    renderer: async () => ({
      render: (request) => process.request("draft", request),
      file: (path) => process.request("draftFile", path),
      close: () => undefined,
    }),
    editHtml,
    onFailure,
  });
  const forms = openFormEndpoint({ ...options, headers });
  const shared = createDraftEndpoint({
    ...options,
    service: { ...options.service, endpoint: config.storyblok.endpoint },
    headers,
    read: (folder, href) => readPublished(filesOf(folder, "whole"), href, base),
  });
  const gallery = createGalleryHandler({ page: (url) => process.request("gallery", url), headers, editHtml });
  const draftFile = (path: string) => process.request("draftFile", path);
  const hostsOf = (of: "whole" | "newest") =>
    createDomainHosts({
      editHtml,
      site(folder) {
        const manifest = domains.find((domain) => domain.folder === folder)?.manifest;
        const rules = manifest ? compileRules(manifest, base) : NO_RULES;
        const files = filesOf(folder, of);
        return { files, rules: async () => rules, base, headers, draftFile };
      },
    });
  const hosts = { whole: hostsOf("whole"), newest: hostsOf("newest") };
  return async (request, response) => {
    if (live.handle(request, response)) return;
    try {
      if (options.gallery && (await gallery(request, response))) return;
      const named = domains.filter(({ folder }) => folder !== "");
      const domain = pickDomain(request.headers.host ?? "", named, schemeOf(options.tls));
      if (await preview(request, response, domain.folder)) return;
      if (await forms(request, response, domain.folder)) return;
      if (await shared(request, response, domain.folder)) return;
      const hostOf = hosts[live.canFollow(request) ? "newest" : "whole"];
      await hostOf(domain, await isRefused(request.url ?? "", access, Date.now()))(request, response);
    } catch (error) {
      if (!(error instanceof FailureError) || response.headersSent) throw error;
      response.writeHead(500, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(live.failurePage(error.failure));
    }
  };
}
