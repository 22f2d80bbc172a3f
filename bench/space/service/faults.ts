/** Simulated faults of the content service, for testing clients. */
import type { ServerResponse } from "node:http";
import type { Exchange } from "../../../src/space/service/server.ts";
import { corsHeaders, sendResponse } from "../../../src/space/service/server.ts";
import { jsonResponse, rateLimited, type ServiceResponse } from "../../../src/space/service-response.ts";

export type FaultKind =
  | "429-json"
  | "429-html"
  | "429-empty"
  | "500"
  | "502-html"
  | "reset"
  | "stall-headers"
  | "stall-body"
  | "slow-drip"
  | "truncated-json"
  | "redirect-loop"
  | "wrong-total"
  | "missing-total"
  | "changed"
  | "hook";

export interface FaultRequest {
  method: string;
  path: string;
  /** Without the token. */
  query: URLSearchParams;
}

export interface Fault {
  kind: FaultKind;
  /** Part of the path and query (without the token), a pattern for them, or a function; default: every request. */
  match?: string | RegExp | ((request: FaultRequest) => boolean);
  /** Number of requests with the fault; default: 1. */
  times?: number;
  /** Value of the Retry-After header, if the fault is a response. */
  retryAfter?: string | number;
  /** Makes another body of the normal one; with kind "changed". */
  change?: (body: string) => string;
  /** Called before the normal response; with kind "hook". */
  hook?: (request: FaultRequest) => void | Promise<void>;
}

/** Responds with the next fault that matches the request; null if none does. */
export async function answerFaulty(faults: Fault[], exchange: Exchange): Promise<number | null> {
  const { request, response, url, answer } = exchange;
  const seen = { method: request.method ?? "GET", path: url.pathname, query: withoutToken(url) };
  const fault = takeFault(faults, seen);
  if (!fault) return null;
  if (fault.hook) await fault.hook(seen);
  const replaced = faultAnswer(fault, url.href);
  if (replaced) return sendResponse(request, response, replaced);
  const real = await answer();
  if (fault.change) return sendResponse(request, response, withBody(real, fault.change(real.body.toString())));
  if (["reset", "stall-headers", "stall-body", "slow-drip"].includes(fault.kind))
    return sendFaulty(response, real, fault.kind);
  return sendResponse(request, response, corruptAnswer(real, fault.kind));
}

function withoutToken(url: URL): URLSearchParams {
  const query = new URLSearchParams(url.searchParams);
  query.delete("token");
  return query;
}

/** Returns the first matching fault, and removes it from the list once it is used up. */
function takeFault(faults: Fault[], request: FaultRequest): Fault | null {
  const index = faults.findIndex((fault) => meets(fault, request));
  const fault = faults[index];
  if (!fault) return null;
  const left = (fault.times ?? 1) - 1;
  if (left > 0) faults[index] = { ...fault, times: left };
  else faults.splice(index, 1);
  return fault;
}

function meets({ match }: Fault, request: FaultRequest): boolean {
  if (match === undefined) return true;
  if (typeof match === "function") return match(request);
  const text = `${request.path}?${decodeURIComponent(request.query.toString())}`;
  return typeof match === "string" ? text.includes(match) : match.test(text);
}

const HTML = { "content-type": "text/html" };

/** The faulty response, if the fault is one. */
function faultAnswer(fault: Fault, selfAddress: string): ServiceResponse | null {
  const retry: Record<string, string> =
    fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
  switch (fault.kind) {
    case "429-json":
      return rateLimited(6, retry);
    case "429-html":
      return { status: 429, headers: { ...HTML, ...retry }, body: page("429 Too Many Requests") };
    case "429-empty":
      return { status: 429, headers: retry, body: Buffer.alloc(0) };
    case "500":
      return jsonResponse({ error: "Internal Server Error" }, { status: 500, headers: retry });
    case "502-html":
      return { status: 502, headers: { ...HTML, ...retry }, body: page("502 Bad Gateway") };
    case "redirect-loop":
      return { status: 301, headers: { location: selfAddress }, body: Buffer.alloc(0) };
    default:
      return null;
  }
}

function withBody(answer: ServiceResponse, body: string): ServiceResponse {
  return { ...answer, body: Buffer.from(body) };
}

function page(title: string): Buffer {
  return Buffer.from(`<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`);
}

/** The real response, corrupted. */
function corruptAnswer(answer: ServiceResponse, kind: FaultKind): ServiceResponse {
  const { total, "per-page": _, ...others } = answer.headers;
  if (kind === "missing-total") return { ...answer, headers: others };
  if (kind === "wrong-total")
    return { ...answer, headers: { ...answer.headers, total: String(Number(total ?? 0) + 137) } };
  if (kind === "truncated-json")
    return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) };
  return answer;
}

const DRIP_BYTES = 64;
const DRIP_MS = 50;

/** Sends a response incompletely. Stalled ones are closed with the service. */
function sendFaulty(response: ServerResponse, answer: ServiceResponse, kind: FaultKind): number {
  if (kind === "reset") {
    response.socket?.resetAndDestroy();
    return 0;
  }
  if (kind === "stall-headers") return 0;
  response.writeHead(answer.status, {
    ...corsHeaders(response.req),
    ...answer.headers,
    "content-length": String(answer.body.length),
  });
  if (kind === "stall-body") response.write(answer.body.subarray(0, Math.ceil(answer.body.length / 2)));
  else drip(response, answer.body, 0);
  return answer.status;
}

function drip(response: ServerResponse, body: Buffer, from: number): void {
  if (response.destroyed) return;
  if (from >= body.length) {
    response.end();
    return;
  }
  response.write(body.subarray(from, from + DRIP_BYTES));
  setTimeout(() => drip(response, body, from + DRIP_BYTES), DRIP_MS).unref();
}
