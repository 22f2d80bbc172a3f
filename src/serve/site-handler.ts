/** Handles requests to a site: drafts, forms, shared links, the gallery, then its files as a static host would. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../config/config.ts";
import { answerDraft } from "../edge/answer-draft.ts";
import { type Refusal, readEditorToken, refusalOf, type TokenAccess } from "../edge/editor-token.ts";
import { variableOf } from "../fetch/pull-spaces.ts";
import { webListener } from "../forms/node-listener.ts";
import type { ContentService } from "../generate/content-service.ts";
import type { DraftHandlers } from "../preview/draft-handlers.ts";
import { draftAddress } from "../preview/share-address.ts";
import { readRevoked } from "../preview/shared-links.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { OutDomain } from "../publish/kept-builds.ts";
import { openFormEndpoint } from "./form-endpoint.ts";
import { createGalleryHandler } from "./gallery.ts";
import type { ListenOptions } from "./listen.ts";
import { createDomainHosts, pickDomain, schemeOf } from "./pick-domain.ts";
import { createPreview } from "./preview.ts";
import { readPublished } from "./request-path.ts";
import type { Handler, SiteHostOptions } from "./static-host.ts";

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

/** Each reason is said once in this time, of each space: a frame asks again and again. */
const AGAIN_MS = 60_000;

/** Says why the visual editor sees the published page: in the log, and in the frame (src/client/preview/preview.ts). */
function createRefusals(access: readonly TokenAccess[], warn: (message: string) => void, now = Date.now) {
  const said = new Map<string, number>();
  return async (search: string, known: Refusal | null): Promise<Refusal | null> => {
    const refusal = known ?? (await refusalOf(search, access, now()));
    const what = refusal && ("space" in refusal ? `${refusal.reason} ${refusal.space}` : refusal.reason);
    if (refusal && what && now() - (said.get(what) ?? 0) > AGAIN_MS) {
      said.set(what, now());
      const { title, code, message, hint } = errorFor(refusal, search);
      warn(`${title} ${code}: ${message} The published page is shown.\n${hint}`);
    }
    return refusal;
  };
}

function errorFor(refusal: Refusal, search: string) {
  const { spaceId = "" } = readEditorToken(search) ?? {};
  const of = /^\d{1,15}$/.test(spaceId) ? ` of space ${spaceId}` : "";
  if (refusal.reason === "preview_elsewhere")
    return sitegenError("PREVIEW_ADDRESS", { message: `The visual editor${of} opens pages of another space.` });
  const { reason, minutes } = refusal;
  if (reason === "preview_late") {
    const message = `The visual editor's token is ${minutes} minutes old.`;
    const hint = "Reload the editor. If it was opened just now, set the clock of this machine: it is ahead.";
    return sitegenError("PREVIEW_CLOCK", { message, hint });
  }
  if (reason === "preview_early") {
    const message = `The visual editor's token is of ${minutes} minutes from now: the clock of this machine is behind.`;
    return sitegenError("PREVIEW_CLOCK", { message });
  }
  const message = `The visual editor${of} has a token that was not made with STORYBLOK_PREVIEW_TOKEN.`;
  return sitegenError("PREVIEW_TOKEN", { message });
}

interface DraftEndpointOptions extends Pick<SiteHandlerOptions, "config" | "service" | "stateDir" | "headers"> {
  /** A page of the site in a domain's folder, by its URL without the origin; null if there is none. */
  read: (folder: string, href: string) => Promise<string | null>;
  onFailure: (message: string) => void;
}

/** Answers links of `sitegen share`, and drafts, as a function at the edge does; false for any other request. */
function createDraftEndpoint(options: DraftEndpointOptions) {
  const { config, service, stateDir, headers, onFailure } = options;
  const { pathname: at } = new URL(draftAddress(config), "http://site");
  return async (request: IncomingMessage, response: ServerResponse, folder: string): Promise<boolean> => {
    const path = (request.url ?? "/").split("?")[0] ?? "";
    if (path !== at && !path.startsWith(`${at}/`)) return false;
    const env = {
      STORYBLOK_PREVIEW_TOKEN: service.previewToken,
      STORYBLOK_SPACE_ID: service.spaceId,
      STORYBLOK_ENDPOINT: service.endpoint,
      ...variablesOf(config),
      SITEGEN_SHARE_SECRET: config.share.secret,
      SITEGEN_SHARE_REVOKED: `${config.share.revoked} ${await readRevoked(stateDir)}`,
    };
    const read = async (href: string) => {
      const html = await options.read(folder, href);
      return new Response(html ?? "", { status: html === null ? 404 : 200 });
    };
    return webListener((asked) => answerDraft(asked, { env, onFailure, read }), headers)(request, response);
  };
}

/** The variables of the site's other spaces, as a function at the edge has them. */
function variablesOf({ storyblok }: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(storyblok.spaces).flatMap(([space, { previewToken, spaceId, endpoint }]) => [
      [variableOf("STORYBLOK_PREVIEW_TOKEN", space), previewToken],
      [variableOf("STORYBLOK_SPACE_ID", space), spaceId],
      [variableOf("STORYBLOK_ENDPOINT", space), endpoint],
    ]),
  );
}
