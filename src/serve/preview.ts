import type { IncomingMessage, ServerResponse } from "node:http";
import { type Refusal, readEditorToken, spaceOfToken, type TokenAccess } from "../edge/editor-token.ts";
import { notePage } from "../edge/note-page.ts";
import type { DraftFailure, DraftRenderer, DraftRequest } from "../preview/draft-renderer.ts";
import { messageOf } from "../problems/cause.ts";
import { escapeHtml } from "../render/escape.ts";
import { PREVIEW_WORDS } from "../site/editor-words.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import { encodeLocation, parseRequestPath } from "./request-path.ts";

export interface PreviewOptions {
  access: readonly TokenAccess[];
  base: string;
  headers: Readonly<Record<string, string>>;
  render: DraftRenderer["render"];
  editHtml?: ((html: string) => string) | undefined;
  /** For the terminal; the response informs the editor. */
  onFailure: (message: string) => void;
  now?: () => number;
}

const PAYLOAD = "_payload.json";

/**
 * Responds with drafts to requests with a valid editor token. All others get the published page: null, or why, if the
 * token is valid and the page of another space. Responses must not be cached.
 */
export function createPreview(options: PreviewOptions) {
  const { access, base, editHtml = (html: string) => html, now = Date.now } = options;
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    folder = "",
  ): Promise<"answered" | Refusal | null> => {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const target = parseRequestPath(request.url ?? "/", base);
    if (!target || !isPagePath(target.path)) return null;
    const of = await spaceOfToken(readEditorToken(target.search), access, now());
    if (!of) return null;
    const reply = { request, response, headers: options.headers };
    if (!target.path.endsWith("/") && !target.path.endsWith(`/${PAYLOAD}`)) {
      redirect(reply, encodeLocation(`${target.path}/`, base) + target.search);
      return "answered";
    }
    // Site paths begin with their domain's folder.
    const draft = draftRequest(folder === "" ? target.path : `/${folder}${target.path}`, target.search, of.space);
    const fail = ({ message: given, ...failure }: DraftFailure) => {
      const message = safeMessage(given, access);
      options.onFailure(`The draft of ${draft.path} could not be shown: ${message}`);
      send(reply, failure.status, HTML, editHtml(failurePage({ ...failure, message })));
    };
    try {
      const page = await options.render(draft);
      if (page === null) return { reason: "preview_elsewhere", space: of.space };
      if ("message" in page) fail(page);
      else if (!target.path.endsWith(PAYLOAD)) send(reply, page.status, HTML, editHtml(page.html));
      else if (page.status === 200) send(reply, 200, "application/json; charset=utf-8", page.json);
      else send(reply, 404, "text/plain; charset=utf-8", "There is no such draft.\n");
    } catch (error) {
      // Before the site's words are known.
      fail({
        status: 500,
        lang: ENGINE_LANGUAGE,
        title: PREVIEW_WORDS.preview_link_down,
        text: "",
        message: messageOf(error),
      });
    }
    return "answered";
  };
}

const HTML = "text/html; charset=utf-8";

/** Pages have no extension; of all files, only payloads have a draft version. */
function isPagePath(path: string): boolean {
  const last = path.split("/").at(-1) ?? "";
  return path.startsWith("/") && !path.startsWith("/_assets/") && (last === PAYLOAD || !last.includes("."));
}

function draftRequest(path: string, search: string, space: string): DraftRequest {
  const query = new URLSearchParams(search);
  const isPayload = path.endsWith(PAYLOAD);
  // Requested by navigation in the frame; the query still names the first page's story.
  const id = isPayload ? "" : (query.get("_storyblok") ?? "");
  const release = query.get("_storyblok_release") ?? "";
  return {
    path: isPayload ? path.slice(0, -PAYLOAD.length) : path,
    storyId: /^\d{1,15}$/.test(id) ? Number(id) : null,
    language: query.get("_storyblok_lang") ?? "",
    space,
    // Without a release it is "0" or "undefined".
    release: /^[1-9]\d{0,14}$/.test(release) ? release : "",
  };
}

interface Reply {
  request: IncomingMessage;
  response: ServerResponse;
  headers: Readonly<Record<string, string>>;
}

function send({ request, response, headers }: Reply, status: number, type: string, text: string): void {
  const body = Buffer.from(text);
  const own = { "content-type": type, "content-length": body.length, "cache-control": "no-store" };
  response.writeHead(status, { ...headers, ...own });
  response.end(request.method === "HEAD" ? undefined : body);
}

function redirect({ response, headers }: Reply, location: string): void {
  response.writeHead(307, { ...headers, location, "cache-control": "no-store", "content-length": 0 });
  response.end();
}

/** Removes the preview tokens from error messages. */
function safeMessage(message: string, access: readonly TokenAccess[]): string {
  const tokens = access.map(({ previewToken }) => previewToken).filter((token) => token !== "");
  return tokens.reduce((text, token) => text.replaceAll(token, "[token]"), message);
}

function failurePage({ lang, title, text, message }: DraftFailure): string {
  const said = text === "" ? `<pre>${escapeHtml(message)}</pre>` : `<p>${escapeHtml(text)}</p>`;
  return notePage({ lang, title, main: `<main>\n<h1>${escapeHtml(title)}</h1>\n${said}\n</main>\n` });
}
