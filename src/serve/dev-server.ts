import { basename, dirname } from "node:path";
import type { Config } from "../config/config.ts";
import { type ContentService, editorAccess, spaceFolder } from "../generate/content-service.ts";
import type { DevUpdate } from "../resident/dev/dev-update.ts";
import { type Failure, FailureError, failureText, failureWithoutLocation } from "../resident/dev/failure.ts";
import type { ProcessPurpose } from "../resident/messages.ts";
import { type SiteProcess, startSiteProcess } from "../resident/start-site-process.ts";
import { domainPath } from "../site/domains.ts";
import { createLiveReload, type LiveReload } from "./live-reload.ts";
import { inMemory, type OpenSiteFile, openFile } from "./open-file.ts";
import { compileRules, NO_RULES } from "./route-rules.ts";
import { type ServeOptions, withContentService } from "./serve-site.ts";
import { createSiteHandler, type SiteHandlerOptions } from "./site-handler.ts";
import type { Handler } from "./static-host.ts";
import { watchConfig, watchContent } from "./watch-content.ts";

export interface DevServer {
  handler: Handler;
  /** Call this when the embedded service has published. */
  contentChanged(): void;
  /** Call this with why edits of the embedded service's content cannot be served; null: they can. */
  contentBroken(error: unknown): void;
  close(): void;
}

/** Connects the process that renders pages, the watchers that report changes, and the open pages that reload. */
export function startDevServer(options: ServeOptions & { config: Config; service: ContentService }): DevServer {
  const { service, reporter } = options;
  const live = createLiveReload();
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  let { config } = options;
  /** Continues to count when the process is replaced. */
  let version = 0;
  let known: DevUpdate | null = null;
  /** True if the last update was sent without the browser code. */
  let wasPartial = false;
  /** What is wrong besides the newest version. */
  const broken: Record<"config" | "content", Failure | null> = { config: null, content: null };
  /** Failures of the newest version that the terminal has shown. */
  const said = new Set<string>();
  const say = (failure: Failure, then = "") => {
    const text = failureText(failure);
    if (!said.has(text)) reporter.warn(text + then);
    said.add(text);
  };

  const onUpdate = (update: DevUpdate) => {
    version += 1;
    known = update;
    handler = createHandler();
    tell(update);
  };
  const show = () => live.tell(broken.config ?? broken.content ?? known?.failure ?? null, version);
  const tell = ({ failure, isWhole, domains }: DevUpdate) => {
    said.clear();
    if (failure) say(failure, domains.length > 0 ? "\nThe last good version is served." : "");
    const pages = show();
    const isRest = wasPartial && isWhole;
    wasPartial = !isWhole && failure === null;
    if (!failure && version > 1 && !isRest)
      reporter.info(`Changed${pages === 0 ? "" : `; ${pages} open ${pages === 1 ? "page" : "pages"} updated`}.`);
  };
  const process = startSiteProcess({
    purpose: purposeOf(options, config),
    reporter,
    ended: () => new FailureError(RENDER_ENDED),
    onUpdate,
  });
  const access = editorAccess(config, service);
  const createHandler = () =>
    createDevHost({ ...options, config, process, live, access, update: known, onFailure: say });
  let handler = createHandler();

  watchConfig({
    ...options,
    config: () => config,
    signal,
    onChange(next) {
      broken.config = null;
      if (isOtherContent(next, config, service))
        reporter.warn("The configuration names another content source: restart the command to use it.");
      config = withContentService(next, service);
      reporter.info("The configuration has changed; restarting the render process.");
      process.replace(purposeOf(options, config));
    },
    onFailure(error) {
      const failure = failureWithoutLocation(error);
      broken.config = failure;
      reporter.warn(`${failureText(failure)}\nThe last good configuration is used.`);
      show();
    },
  });
  const others = Object.values(config.storyblok.spaces).filter(({ token }) => token !== "");
  for (const one of [...(service.embedded ? [] : [service]), ...others])
    void watchContent({ config, service: one, signal, reporter, onChange: process.contentChanged });

  return {
    handler: (request, response) => handler(request, response),
    contentChanged: process.contentChanged,
    contentBroken(error) {
      if (error === null && broken.content === null) return;
      broken.content = error === null ? null : failureWithoutLocation(error);
      show();
    },
    close() {
      ended.abort();
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

const RENDER_ENDED = { ...failureWithoutLocation(new Error("The render process exited.")), title: "Render ended" };

function purposeOf(options: ServeOptions & { service: ContentService }, config: Config): ProcessPurpose {
  const { out, stateDir } = options;
  const { endpoint, token, previewToken, spaceId, embedded } = options.service;
  const content = embedded ? [spaceFolder(config)] : [];
  const shown = { endpoint, token, previewToken, spaceId, embedded };
  const others = [out, stateDir, ...content];
  return { kind: "development", options: { config, service: shown, stateDir, out, others } };
}

type OfVersion = "drafts" | "headers" | "editHtml" | "domains" | "site" | "versionFor";

/** Creates a handler for one version, since headers and redirects may change. */
function createDevHost(
  options: Omit<SiteHandlerOptions, OfVersion> & {
    process: SiteProcess;
    live: LiveReload;
    update: DevUpdate | null;
    onFailure(failure: Failure): void;
  },
): Handler {
  const { process, live, update, onFailure } = options;
  const { base } = options.config.site;
  const domains = update?.domains ?? [];
  const filesOf =
    (folder: string, of: "whole" | "newest"): OpenSiteFile =>
    async (path) => {
      const found = await process.request("file", { path: domainPath({ folder }, path), of });
      if (!found) return null;
      return "bytes" in found ? inMemory(found.bytes) : openFile(dirname(found.source), basename(found.source));
    };
  const handle = createSiteHandler({
    ...options,
    drafts: {
      draft: (request) => process.request("draft", request),
      draftFile: (path) => process.request("draftFile", path),
      gallery: (url) => process.request("gallery", url),
    },
    headers: update?.headers ?? {},
    editHtml: live.editHtml,
    domains: async () => domains.filter(({ folder }) => folder !== ""),
    site(folder, of) {
      const manifest = domains.find((domain) => domain.folder === folder)?.manifest;
      const rules = manifest ? compileRules(manifest, base) : NO_RULES;
      return { files: filesOf(folder, of), rules: async () => rules };
    },
    versionFor: (request) => (live.canFollow(request) ? "newest" : "whole"),
  });
  return async (request, response) => {
    if (live.handle(request, response)) return;
    try {
      await handle(request, response);
    } catch (error) {
      if (!(error instanceof FailureError) || response.headersSent) throw error;
      onFailure(error.failure);
      response.writeHead(500, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(live.failurePage(error.failure));
    }
  };
}
