/** Sends responses with node:http: conditional requests, ranges. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sha1 } from "../identity.ts";
import type { ServiceResponse } from "./service-response.ts";

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
  const range = answer.headers["accept-ranges"] ? rangeOf(request.headers.range, answer.body.length) : null;
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

/** A single byte range (RFC 9110 §14); anything else is ignored. */
function rangeOf(header: string | undefined, length: number): { start: number; end: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (!match || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === "" || last === "" ? length - 1 : Math.min(Number(last), length - 1);
  return start > end ? "unsatisfiable" : { start, end };
}
