import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { encodeUrl } from "../content/rules/encode.ts";
import { cacheControl } from "../http/cache-control.ts";
import { contentType } from "../http/content-types.ts";
import { HOST_FILE_NAMES } from "../render/hosts/host.ts";
import { filesIn, type OpenSiteFile } from "./open-file.ts";
import { encodeLocation, parseRequestPath, type RequestPath } from "./request-path.ts";
import { createRuleReader, type RouteRules } from "./route-rules.ts";
import { sendFile } from "./send-file.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Exchange extends SiteHostOptions {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Folders to search for an error page: a language's is in its first folder, with several domains in the second. */
const MAX_FOLDERS = 4;

/** Files for hosts, which they do not serve either. */
const HOST_FILES = new Set(HOST_FILE_NAMES.map((name) => `/${name}`));

export interface SiteHostOptions {
  /** The site's base path, with slashes at both ends. */
  base: string;
  headers: Readonly<Record<string, string>>;
  /** Modifies HTML pages, for live reload. */
  editHtml?: ((html: string) => string) | undefined;
  /** Modifies payloads and other JSON. */
  editJson?: ((json: string) => string) | undefined;
  /** Files that only a draft page refers to, by path; used if the folder has no such file. */
  draftFile?: ((path: string) => Promise<Uint8Array | null>) | undefined;
  files: OpenSiteFile;
  /** The site's current redirects. */
  rules: () => Promise<RouteRules>;
}

/** The files of a folder, and the redirects of the build that is in it. */
export function folderSite({ root, base }: { root: string; base: string }) {
  return { files: filesIn(root), rules: createRuleReader({ root, base }) };
}

/** Serves a generated site as a static host would. */
export function createSiteHost(options: SiteHostOptions): Handler {
  return async (request, response) => {
    const exchange = { ...options, request, response };
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendText(exchange, 405, "Only GET and HEAD are supported.", { allow: "GET, HEAD" });
    }
    const target = parseRequestPath(request.url ?? "/", options.base);
    if (!target) return sendOutside(exchange);
    if (target.path === "") return redirect(exchange, 301, encodeUrl(options.base) + target.search);
    if (target.isCrooked) return redirect(exchange, 301, encodeLocation(target.path, options.base) + target.search);
    const rules = await options.rules();
    const moved = rules.concrete(target);
    if (moved) return redirect(exchange, moved.status, moved.location);
    if (!isHidden(target.path) && (await sendFound(exchange, target))) return;
    const matched = rules.pattern(target);
    if (matched) return redirect(exchange, matched.status, matched.location);
    if (target.path.startsWith("/_assets/") && (await sendDraftFile(exchange, target.path))) return;
    return sendNotFound(exchange, target);
  };
}

async function sendFound(exchange: Exchange, { path, search }: RequestPath): Promise<boolean> {
  if (path.endsWith("/")) return send(exchange, `${path}index.html`, 200);
  if (await send(exchange, path, 200)) return true;
  // Only a folder with an index is redirected to its slash.
  if (!(await exists(exchange, `${path}/index.html`))) return false;
  redirect(exchange, 301, encodeLocation(`${path}/`, exchange.base) + search);
  return true;
}

async function sendDraftFile({ draftFile, request, response, headers }: Exchange, path: string): Promise<boolean> {
  const bytes = (await draftFile?.(path.slice(1))) ?? null;
  if (!bytes) return false;
  const own = { "content-type": contentType(path).value, "content-length": bytes.length };
  response.writeHead(200, { ...headers, ...own, "cache-control": "no-store" });
  response.end(request.method === "HEAD" ? undefined : bytes);
  return true;
}

/** Sends the closest error page above the path, which is in its language; requests for files get plain text. */
async function sendNotFound(exchange: Exchange, { path }: RequestPath): Promise<void> {
  const isPage = !path.startsWith("/_assets/") && !path.endsWith("/_payload.json");
  const folders = isPage ? path.split("/").slice(0, MAX_FOLDERS) : [];
  for (let depth = folders.length - 1; depth >= 1; depth -= 1) {
    if (await send(exchange, `${folders.slice(0, depth).join("/")}/404.html`, 404)) return;
  }
  sendText(exchange, 404, "There is no such file.");
}

/** Nothing exists outside the base path; only the root redirects to the site. */
function sendOutside(exchange: Exchange): void {
  const isRoot = exchange.base !== "/" && /^\/($|[?#])/.test(exchange.request.url ?? "/");
  if (isRoot) redirect(exchange, 302, encodeUrl(exchange.base));
  else sendText(exchange, 404, "There is no such file.");
}

function send({ files, request, response, headers, editHtml, editJson }: Exchange, path: string, status: 200 | 404) {
  const all = { ...headers, "cache-control": cacheControl(status === 404 ? "" : path) };
  return sendFile({ files, path: path.slice(1), request, response, status, headers: all, editHtml, editJson });
}

async function exists({ files }: Exchange, path: string): Promise<boolean> {
  const file = await files(path.slice(1));
  await file?.close();
  return file !== null;
}

/** Dotfiles belong to the file system or to tools, except `.well-known`. */
function isHidden(path: string): boolean {
  const segments = path.split("/").slice(1);
  if (segments[0] === ".well-known") segments.shift();
  return HOST_FILES.has(path) || segments.some((segment) => segment.startsWith("."));
}

function redirect({ response, headers }: Exchange, status: number, location: string): void {
  response.writeHead(status, { ...headers, location, "cache-control": "no-cache", "content-length": 0 });
  response.end();
}

function sendText(
  { request, response, headers }: Exchange,
  status: number,
  text: string,
  more: OutgoingHttpHeaders = {},
) {
  const body = `${text}\n`;
  const own = { "content-type": "text/plain; charset=utf-8", "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...own, "cache-control": "no-cache", ...more });
  response.end(request.method === "HEAD" ? undefined : body);
}
