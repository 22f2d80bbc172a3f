import { ERRORS, type ErrorCode, type SitegenError, sitegenError } from "../../problems/errors.ts";
import type { Attempt } from "./attempt.ts";

export interface FailureContext {
  url: string;
  token: string;
  /** How often the request was sent. */
  sent: number;
}

/** Turns a failed exchange into an error for the user. */
export function requestError(attempt: Attempt, context: FailureContext): SitegenError {
  if (attempt.kind === "network") {
    const what = `got no response from ${new URL(context.url).host}: ${attempt.reason}`;
    return fail({ code: "FETCH_UNREACHABLE", context, what });
  }
  if (attempt.kind === "redirect") return redirectError({ refuse: `redirects with status ${attempt.status}` }, context);
  if (attempt.status === 200) return unreadable(attempt.text, context);
  // What it says is cut, and half a token would not be recognised.
  const said = saidByService(redactToken(attempt.text, context.token));
  return fail({
    code: codeOf(attempt.status),
    context,
    what: `answered ${attempt.status}${said === "" ? "" : ` (${said})`}`,
    // What is asked is in every space.
    ...(attempt.status === 404 && { hint: ERRORS.FETCH_BAD_ANSWER.hint }),
  });
}

/** `moving`: the space is published faster than it can be requested. */
export function redirectError(
  { refuse: what, moving }: { refuse: string; moving?: boolean },
  context: FailureContext,
): SitegenError {
  if (moving) return fail({ code: "FETCH_MOVING", context, what });
  const hint = "Check STORYBLOK_ENDPOINT and the network between this machine and the content service.";
  return fail({ code: "FETCH_FAILED", context, what, hint });
}

/** The response is JSON, but not in this path's format. */
export function unexpectedShapeError(what: string, context: FailureContext): SitegenError {
  return fail({ code: "FETCH_BAD_ANSWER", context, what: `answered 200, but ${what}` });
}

function unreadable(text: string, context: FailureContext): SitegenError {
  const what = /^\s*</.test(text)
    ? "a page of HTML"
    : text === ""
      ? "nothing"
      : `broken JSON (${text.length} characters)`;
  return fail({ code: "FETCH_BAD_ANSWER", context, what: `answered 200 with ${what} instead of JSON` });
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "FETCH_UNAUTHORIZED";
  return status === 429 ? "FETCH_RATE_LIMIT" : "FETCH_FAILED";
}

/** The message in `{"error": "…"}` or `["…"]`, or the start of other text; "" for an HTML page. */
function saidByService(text: string): string {
  if (/^\s*</.test(text)) return "a page of HTML";
  let said: unknown = text;
  try {
    const body: unknown = JSON.parse(text);
    if (Array.isArray(body)) said = body[0];
    else if (typeof body === "object" && body !== null) said = "error" in body ? body.error : "";
  } catch {
    // Plain text is shown unchanged.
  }
  return typeof said === "string" ? said.replace(/\s+/g, " ").trim().slice(0, 200) : "";
}

interface Parts {
  code: ErrorCode;
  context: FailureContext;
  what: string;
  hint?: string;
}

function fail({ code, context, what, hint }: Parts): SitegenError {
  const where = redactToken(`GET ${describePath(context.url)}`, context.token);
  const tries = context.sent > 1 ? `, after ${context.sent} requests` : "";
  const message = `${where} ${redactToken(what, context.token)}${tries}.`;
  return sitegenError(code, { message, where, ...(hint === undefined ? {} : { hint }) });
}

/** Path and query of a request for messages, without the token. */
export function describePath(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete("token");
  const query = decodeURIComponent(parsed.searchParams.toString().replaceAll("+", " "));
  return query === "" ? parsed.pathname : `${parsed.pathname}?${query}`;
}

/** Removes the token from external text; a service may echo the requested URL. */
export function redactToken(text: string, token: string): string {
  if (token.length < 4) return text;
  return text.replaceAll(token, "[token]").replaceAll(encodeURIComponent(token), "[token]");
}
