import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { checkMessage, type FormErrors, messageOf } from "./check-message.ts";
import { findFormPage } from "./find-form-page.ts";
import { formErrorPage, type Words } from "./form-error-page.ts";
import { limitPosts, visitorOf } from "./limit-posts.ts";
import type { MessageStore } from "./message-store.ts";
import { readForm } from "./read-form.ts";

export interface ContactEndpoint {
  /** Path that the form posts to, including the base path. */
  path: string;
  /** The output folder with the form's pages; the parent of the domains' folders if there are several. */
  out: string;
  base: string;
  headers: Readonly<Record<string, string>>;
  store: MessageStore;
  /** Interface words for a document's `lang`. */
  wordsOf: (lang: string) => Promise<Words>;
  onMessage: () => void;
  now?: () => number;
}

interface Exchange extends ContactEndpoint {
  request: IncomingMessage;
  response: ServerResponse;
}

const REFUSALS = {
  400: "The form could not be read.",
  403: "This form is answered for pages of this site only.",
  413: "The message is too long.",
  415: "Only the form's text fields are taken.",
  429: "Too many messages at once. Please try again in a minute.",
} as const;

/**
 * Handles posts of the contact form to this server; returns false for other requests. A native form post is redirected
 * back to its page with the form's confirmation. Script gets JSON: `{"ok": true}`, or status 422 with the invalid
 * fields and the key of the word for each error. `folder` is the requested domain's.
 */
export function createContactEndpoint(options: ContactEndpoint) {
  const { now = Date.now } = options;
  const mayPost = limitPosts();
  return async (request: IncomingMessage, response: ServerResponse, folder = ""): Promise<boolean> => {
    if (request.method !== "POST" || request.url?.split("?")[0] !== options.path) return false;
    const exchange = { ...options, out: join(options.out, folder), request, response };
    if (isForeign(request)) return refuse(exchange, 403);
    if (!mayPost(visitorOf(request), now())) return refuse(exchange, 429);
    const form = await readForm(request);
    if ("status" in form) return refuse(exchange, form.status);
    await take(exchange, form.fields, new Date(now()));
    return true;
  };
}

async function take(exchange: Exchange, fields: ReadonlyMap<string, string>, received: Date): Promise<void> {
  // A bot filled in the honeypot: it gets the usual response, and nothing is stored.
  if (fields.get("website")) return thank(exchange, fields);
  const errors = checkMessage(fields);
  if (Object.keys(errors).length > 0) return explain(exchange, errors, fields);
  const page = fields.get("page") ?? "";
  await exchange.store.keep({ received: received.toISOString(), page, ...messageOf(fields) });
  exchange.onMessage();
  await thank(exchange, fields);
}

/** 303, so that reloading does not post again. */
async function thank(exchange: Exchange, fields: ReadonlyMap<string, string>): Promise<void> {
  if (wantsJson(exchange)) return send(exchange, 200, { type: "application/json", body: '{"ok":true}\n' });
  const page = await findFormPage(fields.get("page") ?? "", exchange);
  const form = /^[\w-]{1,100}$/.exec(fields.get("form") ?? "")?.[0];
  send(exchange, 303, { location: form ? `${page.address}#${form}-sent` : page.address });
}

async function explain(exchange: Exchange, errors: FormErrors, fields: ReadonlyMap<string, string>): Promise<void> {
  if (wantsJson(exchange)) {
    return send(exchange, 422, {
      type: "application/json",
      body: `${JSON.stringify({ ok: false, faults: errors })}\n`,
    });
  }
  const page = await findFormPage(fields.get("page") ?? "", exchange);
  const words = await exchange.wordsOf(page.lang);
  send(exchange, 422, { type: "text/html; charset=utf-8", body: formErrorPage(errors, { page, words }) });
}

/** Browsers send the origin of a form post; other sites must not fill the file. */
function isForeign({ headers }: IncomingMessage): boolean {
  const { origin, host, "sec-fetch-site": from } = headers;
  if (from !== undefined) return from !== "same-origin";
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

const wantsJson = ({ request }: Exchange) => (request.headers.accept ?? "").includes("application/json");

/** Closes the connection, since the rest of the request is not read. */
function refuse(exchange: Exchange, status: keyof typeof REFUSALS): true {
  const headers = { connection: "close", ...(status === 429 ? { "retry-after": "60" } : {}) };
  send(exchange, status, { type: "text/plain; charset=utf-8", body: `${REFUSALS[status]}\n`, headers });
  return true;
}

interface Answer {
  type?: string;
  body?: string;
  location?: string;
  headers?: Readonly<Record<string, string>>;
}

function send({ response, headers }: Exchange, status: number, answer: Answer): void {
  const { type, body = "", location, headers: more } = answer;
  response.writeHead(status, {
    ...headers,
    ...more,
    ...(type ? { "content-type": type } : {}),
    ...(location ? { location } : {}),
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(body);
}
