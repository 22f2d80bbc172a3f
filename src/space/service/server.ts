/** The embedded content service: serves a space folder, or a space in memory, with the Content Delivery API. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { parseRange } from "../../http/byte-range.ts";
import { messageOf } from "../../problems/cause.ts";
import { sitegenError } from "../../problems/errors.ts";
import { isUrl } from "../../util/is-url.ts";
import type { AssetIndex } from "../folder/asset-index.ts";
import { sha1 } from "../identity.ts";
import { assetResponse, isAssetPath } from "../images/image-service.ts";
import type { ServiceResponse } from "../service-response.ts";
import type { Api } from "./api.ts";
import type { Management } from "./management/management.ts";

/** A request with its parsed URL, and the service's response to it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  answer(): Promise<ServiceResponse>;
}

/** Responds in place of the service. */
export type Intercept = (exchange: Exchange) => Promise<unknown>;

export interface ListenOptions {
  host: string;
  port: number;
  api: Api;
  management: Management;
  assets: () => AssetIndex;
  intercept?: Intercept | undefined;
}

export async function listen(options: ListenOptions): Promise<Server> {
  let inFlight = 0;
  const server = createServer((request, response) => {
    inFlight++;
    response.on("close", () => inFlight--);
    handle(request, response, { ...options, inFlight }).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(messageOf(error));
    });
  });
  // Node's default of five seconds may pass while a large response is sent; a client that reuses the connection would
  // fail.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(listenError(cause, options)));
    server.listen(options.port, options.host, resolve);
  });
  return server;
}

function listenError(cause: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  const reason = cause.code === "EADDRINUSE" ? "another program uses it" : cause.message;
  return sitegenError("SPACE_LISTEN", {
    message: `The content service cannot listen on ${host}:${port}: ${reason}.`,
    cause,
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenOptions & { inFlight: number },
): Promise<void> {
  const url = addressOf(request);
  if (!url) {
    sendResponse(request, response, plain(400, "Bad request"));
    return;
  }
  const answer = () => respond(request, url, options);
  if (options.intercept) await options.intercept({ request, response, url, answer });
  else sendResponse(request, response, await answer());
}

/** Concatenated, not resolved: a path with two leading slashes must not name another host. */
function addressOf(request: IncomingMessage): URL | null {
  const address = `http://${request.headers.host ?? "127.0.0.1"}${request.url ?? "/"}`;
  return request.url?.startsWith("/") && isUrl(address) ? new URL(address) : null;
}

async function respond(
  request: IncomingMessage,
  url: URL,
  options: ListenOptions & { inFlight: number },
): Promise<ServiceResponse> {
  if (request.method === "OPTIONS") return preflight();
  const managed = /^.*?\/v1\/(?<path>spaces\/.*)$/.exec(url.pathname)?.groups?.path;
  if (managed !== undefined) return manage(managed, { request, url, management: options.management });
  if (request.method !== "GET" && request.method !== "HEAD") return plain(405, "Method not allowed");
  if (isAssetPath(url.pathname)) {
    const accept = request.headers.accept ?? "";
    return assetResponse({ path: url.pathname, accept }, options.assets());
  }
  const api = /^.*?\/v2\/cdn\/(?<path>.*)$/.exec(url.pathname);
  if (!api) return plain(404, "Not found");
  const base = `${url.origin}${url.pathname}`;
  const path = api.groups?.path ?? "";
  return options.api({ path, query: url.searchParams, base, inFlight: options.inFlight });
}

async function manage(
  path: string,
  { request, url, management }: { request: IncomingMessage; url: URL; management: Management },
): Promise<ServiceResponse> {
  const body = await readJsonBody(request);
  if (body === undefined) return plain(400, "The body is no JSON, or too large");
  const { method = "GET", headers } = request;
  return management({ method, path, query: url.searchParams, token: headers.authorization ?? "", body });
}

function preflight(): ServiceResponse {
  const headers = { "access-control-allow-methods": "GET, HEAD, OPTIONS", "access-control-allow-headers": "*" };
  return { status: 204, headers, body: Buffer.alloc(0) };
}

function plain(status: number, text: string): ServiceResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: Buffer.from(text) };
}

/** The service takes stories of up to 5 MB. */
const LIMIT = 6_000_000;

/** The body's value; null for a request without one, undefined for what is no JSON or too large. */
async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LIMIT) return undefined;
    parts.push(part);
  }
  if (size === 0) return null;
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Origins of this machine, such as those of `sitegen serve`. */
const LOCAL_ORIGIN = /^https?:\/\/(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * Headers that let a site on this machine read a response in the browser. A website on the internet that a visitor has
 * open may not: the service holds drafts, and the tokens of a space folder are no secret.
 */
export function corsHeaders({ headers }: Pick<IncomingMessage, "headers">): Record<string, string> {
  const { origin = "" } = headers;
  if (!LOCAL_ORIGIN.test(origin)) return {};
  return { "access-control-allow-origin": origin, "access-control-expose-headers": "total, per-page, etag" };
}

export function sendResponse(request: IncomingMessage, response: ServerResponse, answer: ServiceResponse): number {
  const etag = answer.headers.etag ?? (answer.status === 200 ? `W/"${sha1(answer.body).slice(0, 32)}"` : undefined);
  const vary = [answer.headers.vary, "origin"].filter(Boolean).join(", ");
  const headers = { ...corsHeaders(request), ...answer.headers, vary, ...(etag ? { etag } : {}) };
  if (etag && request.headers["if-none-match"] === etag) return end(response, { status: 304, headers, body: null });
  const range = answer.headers["accept-ranges"] ? parseRange(request.headers.range, answer.body.length) : null;
  if (range === "unsatisfiable") {
    const unsatisfied = { ...headers, "content-range": `bytes */${answer.body.length}` };
    return end(response, { status: 416, headers: unsatisfied, body: null });
  }
  if (range) {
    const body = answer.body.subarray(range.start, range.end + 1);
    const partial = { ...headers, "content-range": `bytes ${range.start}-${range.end}/${answer.body.length}` };
    return end(response, { status: 206, headers: partial, body: withBody(request, body), length: body.length });
  }
  const body = withBody(request, answer.body);
  return end(response, { status: answer.status, headers, body, length: answer.body.length });
}

function withBody(request: IncomingMessage, body: Buffer): Buffer | null {
  return request.method === "HEAD" ? null : body;
}

function end(
  response: ServerResponse,
  answer: { status: number; headers: Record<string, string>; body: Buffer | null; length?: number },
): number {
  const length = answer.length === undefined ? {} : { "content-length": String(answer.length) };
  response.writeHead(answer.status, { ...answer.headers, ...length });
  response.end(answer.body ?? undefined);
  return answer.status;
}
