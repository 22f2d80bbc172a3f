/** Handles requests to a site: drafts, forms, shared links, the gallery, then its files as a static host would. */
import type { Config } from "../config/config.ts";
import type { TokenAccess } from "../edge/editor-token.ts";
import type { ContentService } from "../generate/content-service.ts";
import type { SiteRequests } from "../generate/resident/messages.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { OutDomain } from "../publish/kept-builds.ts";
import { createDraftEndpoint } from "./draft-endpoint.ts";
import { openFormEndpoint } from "./forms/open-form-endpoint.ts";
import { createGalleryHandler } from "./gallery.ts";
import type { ListenOptions } from "./listen.ts";
import { createDomainHosts, pickDomain, schemeOf } from "./pick-domain.ts";
import { createPreview } from "./preview.ts";
import { createRefusals } from "./refused-editor.ts";
import { readPublished } from "./request-path.ts";
import type { Handler, SiteHostOptions } from "./static-host.ts";

/** What is rendered on request, in this process or another one. */
export type DraftHandlers = {
  [K in "draft" | "draftFile" | "gallery"]: (
    request: SiteRequests[K]["request"],
  ) => Promise<SiteRequests[K]["response"]>;
};

export interface SiteHandlerOptions {
  config: Config;
  access: readonly TokenAccess[];
  service: Pick<ContentService, "endpoint" | "previewToken" | "spaceId">;
  drafts: DraftHandlers;
  headers: Readonly<Record<string, string>>;
  /** The output folder, for the forms. */
  out: string;
  stateDir: string;
  /** Whether the gallery is shown. */
  gallery: boolean;
  tls?: ListenOptions["tls"];
  editHtml?: ((html: string) => string) | undefined;
  reporter: Reporter;
  domains(): Promise<readonly OutDomain[]>;
  /** Files and redirects of a domain's folder; "newest" may be a version whose browser code is still the former one. */
  site(folder: string, of: "whole" | "newest"): Pick<SiteHostOptions, "files" | "rules">;
  /** Default: "whole" for all. */
  versionFor?(request: Parameters<Handler>[0]): "whole" | "newest";
}

export function createSiteHandler(options: SiteHandlerOptions): Handler {
  const { access, drafts, headers, editHtml, versionFor = () => "whole" } = options;
  const { base } = options.config.site;
  const onFailure = options.reporter.warn;
  const refused = createRefusals(access, onFailure);
  const preview = createPreview({ access, base, headers, render: drafts.draft, editHtml, onFailure });
  const forms = openFormEndpoint(options);
  const shared = createDraftEndpoint({
    ...options,
    read: (folder, href) => readPublished(options.site(folder, "whole").files, href, base),
    onFailure,
  });
  const gallery = createGalleryHandler({ page: drafts.gallery, headers, editHtml });
  const hostsOf = (of: "whole" | "newest") =>
    createDomainHosts({
      editHtml,
      site: (folder) => ({ ...options.site(folder, of), base, headers, draftFile: drafts.draftFile }),
    });
  const hosts = { whole: hostsOf("whole"), newest: hostsOf("newest") };
  return async (request, response) => {
    if (options.gallery && (await gallery(request, response))) return;
    const domain = pickDomain(request.headers.host ?? "", await options.domains(), schemeOf(options.tls));
    const drafted = await preview(request, response, domain.folder);
    if (drafted === "answered") return;
    if (await forms(request, response, domain.folder)) return;
    if (await shared(request, response, domain.folder)) return;
    await hosts[versionFor(request)](domain, await refused(request.url ?? "", drafted))(request, response);
  };
}
