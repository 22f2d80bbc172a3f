/** Answers posts of a site's forms, wherever requests and responses are those of the web platform. */

import { decodeUriPart } from "../content/rules/decode.ts";
import { escapeHtml } from "../render/escape.ts";
import {
  type FormFaults,
  type FormValues,
  formFaults,
  type PostedValues,
  valuesOf,
} from "../site/forms/check-values.ts";
import { actionOf, type FormDefinition, minSecondsOf, trapOf } from "../site/forms/define-form.ts";
import { fieldLabel, formWord } from "../site/forms/form-words.ts";
import { isUrl } from "../util/is-url.ts";
import { type FormPage, pageHref, readFormPage } from "./form-page.ts";
import { limitPerMinute } from "./limit-per-minute.ts";
import { readValues } from "./read-values.ts";

/** What a visitor sent. */
export interface FormMessage {
  /** Name of the form. */
  readonly form: string;
  /** Time as ISO 8601. */
  readonly received: string;
  /** Path of the page with the form, as the browser says. */
  readonly page: string;
  /** What was filled in, checked. */
  readonly values: FormValues;
}

export interface FormHandlerOptions {
  readonly forms: readonly FormDefinition[];
  /** Takes a message to its place; one that throws is answered as not sent. */
  readonly deliver: (message: FormMessage) => unknown;
  /** Base path of the site. Default: `/`. */
  readonly base?: string;
  /** Text of a published file, for answers in the site's words and styles. Default: asks the site at the request's origin. */
  readonly read?: (href: string, request: Request) => Promise<string | null>;
  /** Told of messages that could not be delivered. Default: `console.error`. */
  readonly onFailure?: (error: unknown) => void;
  /** Milliseconds, for tests. */
  readonly now?: () => number;
}

/** What an adapter knows of a request besides. */
export interface FormSender {
  /** Address of the visitor, for the limit of 30 posts a minute; without it there is no limit. */
  readonly visitor?: string | undefined;
}

/** The response; null for a request that is no post to a form. */
export type FormHandler = (request: Request, sender?: FormSender) => Promise<Response | null>;

/** Most posts of one visitor in a minute. */
const POSTS = 30;

const REFUSALS = {
  400: "The form could not be read.",
  403: "This form is answered for pages of this site only.",
  413: "The message is too long.",
  415: "Only the form's text fields are taken.",
  429: "Too many messages at once. Please try again in a minute.",
  500: "The message could not be delivered. Please try again later.",
} as const;

/**
 * Checks what was posted by the form's own fields and hands it to `deliver`. Script is answered with JSON: `{"ok": true}`,
 * or status 422 with the wrong fields and the word for each. Without script the visitor is led to the page that the form
 * names, back to its own, or gets a page that says what is wrong.
 */
export function createFormHandler(options: FormHandlerOptions): FormHandler {
  const { forms, base = "/", now = Date.now } = options;
  const byPath = new Map(forms.map((form) => [base + actionOf(form).replace(/^\//, ""), form]));
  const posts = limitPerMinute(POSTS);
  return async (request, { visitor } = {}) => {
    const form = request.method === "POST" ? byPath.get(new URL(request.url).pathname) : undefined;
    if (!form) return null;
    if (isForeign(request)) return refusal(403);
    if (visitor !== undefined && !posts.count(visitor, now())) return refusal(429);
    // A request that ends early cannot be read.
    const read = await readValues(request).catch(() => ({ status: 400 as const }));
    if ("status" in read) return refusal(read.status);
    return take({ ...options, base, now, form, request, posted: read.values });
  };
}

interface Exchange extends FormHandlerOptions {
  base: string;
  now: () => number;
  form: FormDefinition;
  request: Request;
  posted: PostedValues;
}

async function take(exchange: Exchange): Promise<Response> {
  const { form, posted, deliver, now, onFailure = console.error } = exchange;
  // A robot gets the usual answer, and nothing is delivered.
  if (isRobot(form, posted)) return thank(exchange);
  const faults = formFaults(form, posted);
  if (Object.keys(faults).length > 0) return explain(exchange, faults);
  try {
    const received = new Date(now()).toISOString();
    await deliver({
      form: form.name,
      received,
      page: decodeUriPart(named(posted, "page").slice(0, 2000)),
      values: valuesOf(form, posted),
    });
  } catch (error) {
    onFailure(error);
    return refusal(500);
  }
  return thank(exchange);
}

/** Script says how long the page has been open. */
function isRobot(form: FormDefinition, posted: PostedValues): boolean {
  const elapsed = named(posted, "elapsed");
  return named(posted, trapOf(form)) !== "" || (elapsed !== "" && !(Number(elapsed) >= minSecondsOf(form) * 1000));
}

async function thank(exchange: Exchange): Promise<Response> {
  const { posted, base } = exchange;
  if (wantsJson(exchange)) return answer(200, "application/json", '{"ok":true}\n');
  const thanks = pageHref(named(posted, "thanks"), base);
  if (thanks) return redirect(thanks);
  const form = named(posted, "form");
  const page = pageHref(named(posted, "page"), base) ?? base;
  if (form !== "") return redirect(/^[\w-]{1,100}$/.test(form) ? `${page}#${form}-sent` : page);
  return html(200, document(await pageOf(exchange), "form_success", ""));
}

async function explain(exchange: Exchange, faults: FormFaults): Promise<Response> {
  if (wantsJson(exchange)) return answer(422, "application/json", `${JSON.stringify({ ok: false, faults })}\n`);
  return html(422, faultPage(faults, { form: exchange.form, page: await pageOf(exchange) }));
}

function pageOf({ posted, base, read = askSite, request }: Exchange) {
  return readFormPage(named(posted, "page"), { base, read: async (href) => read(href, request) });
}

async function askSite(href: string, request: Request): Promise<string | null> {
  const response = await fetch(new URL(href, request.url));
  return response.ok ? response.text() : null;
}

function named(posted: PostedValues, name: string): string {
  return posted.get(name)?.[0] ?? "";
}

/** Browsers send the origin of a form post; other sites must not send messages in the name of their visitors. */
function isForeign({ headers, url }: Request): boolean {
  const from = headers.get("sec-fetch-site");
  if (from !== null) return from !== "same-origin";
  const origin = headers.get("origin");
  return origin !== null && (!isUrl(origin) || new URL(origin).host !== new URL(url).host);
}

const wantsJson = ({ request }: Exchange) => (request.headers.get("accept") ?? "").includes("application/json");

function refusal(status: keyof typeof REFUSALS): Response {
  const more = status === 429 ? { "retry-after": "60" } : {};
  return answer(status, "text/plain; charset=utf-8", `${REFUSALS[status]}\n`, more);
}

/** 303, so that reloading does not post again. */
function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function html(status: number, body: string): Response {
  return answer(status, "text/html; charset=utf-8", body);
}

function answer(status: number, type: string, body: string, more: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { "content-type": type, "cache-control": "no-store", ...more } });
}

/** What is wrong in a form that was posted without script, with the site's words and styles. */
function faultPage(faults: FormFaults, { form, page }: { form: FormDefinition; page: FormPage }): string {
  const { words } = page;
  const items = Object.entries(faults).map(([name, fault]) => {
    const field = form.fields[name];
    const message = formWord(words, fault, { ...field });
    return `<li><strong>${escapeHtml(fieldLabel(words, name, field))}</strong>: ${escapeHtml(message)}</li>`;
  });
  return document(
    page,
    "form_invalid",
    `<ul style="${GAP}">\n${items.join("\n")}\n</ul>\n<p style="${GAP}">${escapeHtml(formWord(words, "form_kept"))}</p>`,
  );
}

/** A site's stylesheet may have none. */
const GAP = "margin-block: 1rem";

function document(page: FormPage, titleWord: string, content: string): string {
  const title = escapeHtml(formWord(page.words, titleWord));
  return `<!doctype html>
<html${page.attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${page.styles}
</head>
<body>
<main id="main" style="max-width: 40rem; margin: 0 auto; padding: 12vh 1.25rem">
<h1 style="font-size: 1.75rem; line-height: 1.25">${title}</h1>
${content}
<p style="${GAP}; text-decoration: underline"><a href="${escapeHtml(page.href)}">${escapeHtml(formWord(page.words, "form_back"))}</a></p>
</main>
</body>
</html>
`;
}
