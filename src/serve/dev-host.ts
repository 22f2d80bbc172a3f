/** Handles requests to a site during development. */
import { basename, dirname } from "node:path";
import type { Config } from "../config/config.ts";
import type { TokenAccess } from "../edge/editor-token.ts";
import type { ContentService } from "../generate/content-service.ts";
import type { DevUpdate } from "../generate/dev/dev-update.ts";
import { FailureError } from "../generate/dev/failure.ts";
import type { Reporter } from "../problems/reporter.ts";
import { domainPath } from "../site/domains.ts";
import { createDomainHosts } from "./domain-hosts.ts";
import { createDraftEndpoint } from "./draft-endpoint.ts";
import { openFormEndpoint } from "./forms/open-form-endpoint.ts";
import { createGalleryHandler } from "./gallery.ts";
import type { ListenOptions } from "./listen.ts";
import type { LiveReload } from "./live-reload.ts";
import { inMemory, type OpenSiteFile, openFile } from "./open-file.ts";
import { pickDomain, schemeOf } from "./pick-domain.ts";
import { createPreview } from "./preview.ts";
import { readPublished } from "./read-published.ts";
import { createRefusals } from "./refused-editor.ts";
import { compileRules, NO_RULES } from "./route-rules.ts";
import type { SiteProcess } from "./site-process.ts";
import type { Handler } from "./static-host.ts";

export interface DevHostOptions {
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
export function createDevHost(options: DevHostOptions): Handler {
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
  const refused = createRefusals(access, onFailure);
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
      await hostOf(domain, await refused(request.url ?? ""))(request, response);
    } catch (error) {
      if (!(error instanceof FailureError) || response.headersSent) throw error;
      response.writeHead(500, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(live.failurePage(error.failure));
    }
  };
}
