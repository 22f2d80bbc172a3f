import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { Config } from "../config/config.ts";
import { answerDraft } from "../edge/answer-draft.ts";
import { variableOf } from "../fetch/pull-spaces.ts";
import type { ContentService } from "../generate/content-service.ts";
import { draftAddress } from "../preview/share-address.ts";
import { readRevoked } from "../preview/shared-links.ts";

export interface DraftEndpointOptions {
  config: Config;
  service: Pick<ContentService, "endpoint" | "previewToken" | "spaceId">;
  stateDir: string;
  headers: Readonly<Record<string, string>>;
  /** A page of the site in a domain's folder, by its URL without the origin; null if there is none. */
  read: (folder: string, href: string) => Promise<string | null>;
  onFailure: (message: string) => void;
}

/** Answers links of `sitegen share`, and drafts, as a function at the edge does; false for any other request. */
export function createDraftEndpoint(options: DraftEndpointOptions) {
  const { config, service, stateDir, headers, read, onFailure } = options;
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
    const answer = await answerDraft(webRequest(request), {
      env,
      onFailure,
      async read(href) {
        const html = await read(folder, href);
        return new Response(html ?? "", { status: html === null ? 404 : 200 });
      },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const merged = new Headers({ ...headers });
    for (const [name, value] of answer.headers) merged.set(name, value);
    response.writeHead(answer.status, { ...Object.fromEntries(merged), "content-length": body.length });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
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

function webRequest({ url = "/", method = "GET", headers, socket }: IncomingMessage): Request {
  const origin = `${socket instanceof TLSSocket ? "https" : "http"}://${headers.host ?? ""}`;
  const full = new URL(URL.canParse(origin) ? origin : "http://localhost");
  const [path = "/", search = ""] = url.split(/\?(.*)/s);
  full.pathname = path;
  full.search = search;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && !name.startsWith(":") ? [[name, value] as [string, string]] : [],
  );
  return new Request(full, { method, headers: given });
}
