import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sitegenError } from "../problems/errors.ts";
import type { BuildQueue } from "./build-queue.ts";
import { hasKey, isSigned, SIGNATURE_HEADER } from "./signature.ts";
import { parseWebhookEvent } from "./webhook-event.ts";

/** Webhooks are smaller than this. */
const BODY_LIMIT = 1024 * 1024;

/** A slow sender must not keep a connection open for long. */
const LIMITS = { headersMs: 5_000, requestMs: 10_000 };
const CONNECTIONS = 200;

export interface WebhookServer {
  port: number;
  close(): Promise<void>;
}

/** State and last results as JSON, for holders of the key. */
const CONSOLE = "/console.json";

/**
 * Receives the content service's webhooks on POST /, and on POST /sources/NAME that a source has new values. GET / tells anyone whether the last publish succeeded, and nothing
 * else: errors, targets and paths are for holders of the key.
 */
export async function startWebhookServer(options: {
  host: string;
  port: number;
  secret: string;
  /** Key of /console.json; "" if there is none, and then nobody sees it. */
  consoleKey: string;
  publisher: BuildQueue;
  log: (line: string) => void;
  /** Additional data for holders of the key, such as the last result of each step. */
  details?: () => object;
  /** Whether the site has a source of this name, for POST /sources/NAME. */
  hasSource?: (name: string) => boolean;
  limits?: typeof LIMITS;
}): Promise<WebhookServer> {
  const { headersMs, requestMs } = options.limits ?? LIMITS;
  // By default Node checks its time limits every 30 seconds.
  const timing = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: headersMs / 5 };
  const server = createServer(timing, (request, response) => {
    handle(request, response, options).catch(() => answer(response, 400, "The request was interrupted."));
  });
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(sitegenError("SERVE_LISTEN", { message: `Port ${options.port} cannot be used: ${cause.message}`, cause })),
    );
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Options = Parameters<typeof startWebhookServer>[0];

async function handle(request: IncomingMessage, response: ServerResponse, options: Options): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD") return show(request, response, options);
  if (request.method !== "POST") {
    response.setHeader("allow", "GET, HEAD, POST");
    return answer(response, 405, "Only GET and POST are supported.");
  }
  const body = await readBody(request);
  if (body === null) {
    response.setHeader("connection", "close");
    return answer(response, 413, "The body is too large for a webhook.");
  }
  if (!isSigned(body, header(request, SIGNATURE_HEADER), options.secret)) {
    options.log("refused a request without a valid signature");
    return answer(response, 401, "The signature is invalid.");
  }
  const source = sourceIn(request.url ?? "");
  if (source !== null) {
    askSource(source, response, options);
    return;
  }
  const event = parseWebhookEvent(body, header(request, "x-storyblok-topic"));
  if (!event) return answer(response, 400, "The body is not a webhook event in JSON.");
  options.log(`${event.topic || "unnamed event"} ${event.subject}${event.relevant ? "" : " (ignored)"}`.trim());
  if (event.relevant) options.publisher.trigger({ full: event.replacesAsset });
  answer(response, event.relevant ? 202 : 200, event.relevant ? "Publishing." : "Ignored.");
}

/** The name in `/sources/NAME`; null for another address. */
function sourceIn(url: string): string | null {
  return /^\/sources\/([A-Za-z0-9-]+)\/?(?:\?|$)/.exec(url)?.[1] ?? null;
}

function askSource(source: string, response: ServerResponse, { hasSource, log, publisher }: Options): void {
  const isKnown = hasSource?.(source) ?? true;
  log(`source ${source}${isKnown ? "" : " (unknown)"}`);
  if (isKnown) publisher.trigger({ source });
  answer(response, isKnown ? 202 : 404, isKnown ? "Loading." : `The site has no source "${source}".`);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The body, or null as soon as it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function show(request: IncomingMessage, response: ServerResponse, options: Options): void {
  const { publisher, consoleKey, details = () => ({}) } = options;
  const state = publisher.state();
  const ok = state.failuresInARow === 0;
  const [path] = (request.url ?? "").split("?");
  const isAllowed = path === CONSOLE && hasKey(request.headers.authorization, consoleKey);
  if (path === "/") answerJson(response, ok ? 200 : 503, { ok });
  else if (isAllowed) answerJson(response, 200, { ok, ...state, ...details() });
  // A stranger does not learn whether there is a console.
  else answer(response, 404, "There is nothing here.");
}

function answer(response: ServerResponse, status: number, message: string): void {
  if (!response.headersSent) answerJson(response, status, { message });
}

function answerJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(`${JSON.stringify(value)}\n`);
}
