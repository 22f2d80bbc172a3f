/** Handles requests to a site during development. */
import { basename, dirname } from "node:path";
import type { DevUpdate } from "../generate/dev/dev-update.ts";
import { FailureError } from "../generate/dev/failure.ts";
import type { SiteProcess } from "../generate/resident/start-site-process.ts";
import { domainPath } from "../site/domains.ts";
import type { LiveReload } from "./live-reload.ts";
import { inMemory, type OpenSiteFile, openFile } from "./open-file.ts";
import { compileRules, NO_RULES } from "./route-rules.ts";
import { createSiteHandler, type SiteHandlerOptions } from "./site-handler.ts";
import type { Handler } from "./static-host.ts";

type OfVersion = "drafts" | "headers" | "editHtml" | "domains" | "site" | "versionFor";

/** Creates a handler for one version, since headers and redirects may change. */
export function createDevHost(
  options: Omit<SiteHandlerOptions, OfVersion> & { process: SiteProcess; live: LiveReload; update: DevUpdate | null },
): Handler {
  const { process, live, update } = options;
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
      response.writeHead(500, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(live.failurePage(error.failure));
    }
  };
}
