import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { closeServer } from "../http/listening.ts";
import { sitegenError } from "../problems/errors.ts";
import type { BuildQueue } from "./build-queue.ts";
import { header, respond, respondJson, respondNothing } from "./respond.ts";
import { acceptFromAny, pathOf, SIGNATURE_HEADER, type WebhookAccess } from "./signature.ts";

/** Webhooks are smaller than this. */
const BODY_LIMIT = 1024 * 1024;

/** A slow sender must not keep a connection open for long. */
const LIMITS = { headersMs: 5_000, requestMs: 10_000 };
const CONNECTIONS = 200;

export interface WebhookServer {
  port: number;
  close(): Promise<void>;
}

/** What holders of the key see (console/console.ts). Both return false for an address that is not theirs. */
export interface ConsoleRoutes {
  get(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  post(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<boolean>;
}

/** A story in the workflow, as the content service names it. */
export interface StagedStory {
  id: number;
  slug: string;
  /** Id of its space; "" if the service does not say it. */
  spaceId: string;
  /** What the service says of it. */
  said: string;
}

/**
 * Receives the content service's webhooks on POST / or at the secret address, and below it on POST /sources/NAME that a
 * source has new values. GET / tells anyone whether the last publish succeeded, and nothing else: errors, targets and
 * paths are for holders of the key.
 */
export async function startWebhookServer(options: {
  host: string;
  port: number;
  /** What the webhooks of each space show. */
  access: readonly WebhookAccess[];
  publisher: BuildQueue;
  log: (line: string) => void;
  /** None: nobody sees more. */
  console?: ConsoleRoutes;
  /** Whether the site has a source of this name, for POST /sources/NAME. */
  hasSource?: (name: string) => boolean;
  /** Called when a story went on to another stage of the workflow. */
  onStage?: (story: StagedStory) => void;
  limits?: typeof LIMITS;
}): Promise<WebhookServer> {
  const { headersMs, requestMs } = options.limits ?? LIMITS;
  // By default Node checks its time limits every 30 seconds.
  const timing = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: headersMs / 5 };
  const server = createServer(timing, (request, response) => {
    handle(request, response, options).catch(() => respond(response, 400, "The request was interrupted."));
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
    close: () => closeServer(server),
  };
}

type Options = Parameters<typeof startWebhookServer>[0];

async function handle(request: IncomingMessage, response: ServerResponse, options: Options): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD") return show(request, response, options);
  if (request.method !== "POST") {
    response.setHeader("allow", "GET, HEAD, POST");
    return respond(response, 405, "Only GET and POST are supported.");
  }
  const body = await readBody(request);
  if (body === null) {
    response.setHeader("connection", "close");
    return respond(response, 413, "The body is too large for a webhook.");
  }
  if (await options.console?.post(request, response, body)) return;
  const signature = header(request, SIGNATURE_HEADER);
  const path = acceptFromAny({ url: request.url ?? "", body, signature }, options.access);
  if (path === null) return refuse(response, options);
  const source = /^\/sources\/([A-Za-z0-9-]+)\/?$/.exec(path)?.[1];
  if (source !== undefined) return askSource(source, response, options);
  receive(request, response, { ...options, body });
}

/** Where the address is the secret, a wrong one is answered as every address that is none. */
function refuse(response: ServerResponse, { access, log }: Options): void {
  const isSigned = access.every(({ path }) => path === "");
  log(`refused a request ${isSigned ? "without a valid signature" : "at an unknown place"}`);
  if (isSigned) respond(response, 401, "The signature is invalid.");
  else respondNothing(response);
}

function receive(request: IncomingMessage, response: ServerResponse, options: Options & { body: Buffer }): void {
  const { publisher, log, onStage } = options;
  const event = parseWebhookEvent(options.body, header(request, "x-storyblok-topic"));
  if (!event) {
    respond(response, 400, "The body is not a webhook event in JSON.");
    return;
  }
  const isStage = event.stageOf !== null && onStage !== undefined;
  const isIgnored = !event.relevant && !isStage;
  log(`${event.topic || "unnamed event"} ${event.subject}${isIgnored ? " (ignored)" : ""}`.trim());
  if (event.relevant) publisher.trigger({ full: event.replacesAsset, said: event.text });
  if (event.stageOf !== null)
    onStage?.({ id: event.stageOf, slug: event.subject, spaceId: event.spaceId, said: event.text });
  if (isIgnored) respond(response, 200, "Ignored.");
  else respond(response, 202, isStage ? "Checking." : "Publishing.");
}

function askSource(source: string, response: ServerResponse, { hasSource, log, publisher }: Options): void {
  const isKnown = hasSource?.(source) ?? true;
  log(`source ${source}${isKnown ? "" : " (unknown)"}`);
  if (isKnown) publisher.trigger({ source });
  respond(response, isKnown ? 202 : 404, isKnown ? "Loading." : `The site has no source "${source}".`);
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

async function show(request: IncomingMessage, response: ServerResponse, options: Options): Promise<void> {
  if (await options.console?.get(request, response)) return;
  if (pathOf(request.url ?? "") !== "/") return respondNothing(response);
  const ok = options.publisher.state().failuresInARow === 0;
  respondJson(response, ok ? 200 : 503, { ok });
}

/** A publish is not refused because of a member that only describes it, such as a slug that is null. */
const [word, number] = [z.string().optional().catch(undefined), z.number().optional().catch(undefined)];
const bodySchema = z.looseObject({ action: word, full_slug: word, text: word, story_id: number, space_id: number });

/** Topics and short actions that may change published content. */
const RELEVANT =
  /^(story\.(published|unpublished|deleted|moved)|datasource\.\w+|asset\.\w+|release\.merged|pipeline\.deployed|published|unpublished|deleted|moved|entries_updated|datasource_entry_saved|branch_deployed|release_merged|merged|created|replaced|restored)$/;

/** A replaced file at the same URL: only a build with `full` downloads it again. */
const REPLACES_ASSET = /^(asset\.)?(replaced|restored)$/;

/** A story went on to another stage of the workflow. */
const STAGE = /^(workflow\.)?stage\.changed$|^workflow_stage_changed$/;

interface WebhookEvent {
  topic: string;
  subject: string;
  /** The service's sentence about who did what; one line. */
  text: string;
  relevant: boolean;
  /** True if an asset has new content at the same URL. */
  replacesAsset: boolean;
  /** Id of the story, if its workflow stage changed; null for another event. */
  stageOf: number | null;
  /** Id of the space; "" if it is not said. */
  spaceId: string;
}

const MOST_TEXT = 300;

/**
 * Parses a webhook's body. What happened is in `action`; the topic header, which the signature does not cover, counts only
 * in an event that has none. Null if the body is not a JSON object.
 */
function parseWebhookEvent(body: Uint8Array, topicHeader: string | undefined): WebhookEvent | null {
  try {
    const {
      action,
      full_slug,
      text,
      story_id,
      space_id = "",
    } = bodySchema.parse(JSON.parse(Buffer.from(body).toString("utf8")));
    const topic = oneLine(action || (topicHeader ?? ""));
    const isStage = STAGE.test(topic) && story_id !== undefined && Number.isSafeInteger(story_id);
    return {
      topic,
      subject: oneLine(full_slug),
      text: oneLine(text),
      relevant: RELEVANT.test(topic),
      replacesAsset: REPLACES_ASSET.test(topic),
      stageOf: isStage ? story_id : null,
      spaceId: String(space_id),
    };
  } catch {
    return null;
  }
}

/** It becomes a part of a line in the log. */
function oneLine(text = ""): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MOST_TEXT);
}
