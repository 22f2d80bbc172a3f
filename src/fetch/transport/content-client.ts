import StoryblokClient from "storyblok-js-client";
import type { SitegenError } from "../../errors.ts";
import { NO_PLAN, type PullPlan } from "../pull-plan.ts";
import { unexpectedShapeError } from "./request-errors.ts";
import { RETRY_TIMES, type RetryTimes } from "./retry-policy.ts";
import { createScheduler } from "./scheduler.ts";
import { type Failure, type Outcome, type RequestCount, type SendContext, type Success, sendGet } from "./send-get.ts";

/** One good answer of the content service. */
export interface Answer {
  body: unknown;
  headers: Headers;
  /** The error for a body that is not what this path answers. */
  badShape(what: string): SitegenError;
}

export type Params = Record<string, string | number | undefined>;

/** Client of the content service for the rest of src/fetch: every call gives an answer or throws a SitegenError. */
export interface ContentClient {
  /** Languages, datasources and global story of the site that is asked for. */
  readonly plan: PullPlan;
  readonly version: "published" | "draft";
  readonly origin: string;
  readonly count: RequestCount;
  get(path: string, params: Params): Promise<Answer>;
  /** Like `get`, but null for 404. */
  find(path: string, params: Params): Promise<Answer | null>;
}

export interface ContentClientOptions {
  /** Absent where only the space itself is asked about. */
  plan?: PullPlan;
  endpoint: string;
  token: string;
  version: "published" | "draft";
  requestsPerSecond: number;
  timeoutMs: number;
  /** The service limits large pages more than small ones; true for the real one. */
  serviceTiers?: boolean | undefined;
  times?: RetryTimes | undefined;
  /** Length of the rate window; only tests shorten it. */
  rateWindowMs?: number | undefined;
  signal?: AbortSignal | undefined;
  onExchange?: (() => void) | undefined;
}

/**
 * storyblok-js-client makes the requests: addresses, parameters, headers, the body read as JSON. Its `fetch` is
 * `sendGet`, which does what the client could do as well but does in another way: the rate (the client reads a limit on
 * connections as one a second), ten tries 300 ms apart on 429 and one on a passing fault (the client tries again on 429
 * alone, and prints to stdout), timeouts (the client's ends with the headers), redirects, and errors that say what
 * happened.
 */
export function createContentClient(options: ContentClientOptions): ContentClient {
  const { plan = NO_PLAN, token, version, signal } = options;
  const endpoint = options.endpoint.replace(/\/+$/, "");
  const count = { total: 0, retried: 0 };
  const context: SendContext = {
    scheduler: createScheduler({
      requestsPerSecond: options.requestsPerSecond,
      serviceTiers: options.serviceTiers ?? true,
      windowMs: options.rateWindowMs,
      signal,
    }),
    token,
    timeoutMs: options.timeoutMs,
    times: options.times ?? RETRY_TIMES,
    signal,
    count,
    onExchange: options.onExchange ?? (() => undefined),
  };
  const send = async (path: string, params: Params): Promise<Outcome> => {
    // A client for each request, so that what its fetch reports belongs to this one.
    const failures: Failure[] = [];
    const storyblok = new StoryblokClient({
      accessToken: token,
      endpoint,
      version,
      rateLimit: 0,
      cache: { type: "none", clear: "manual", cv: "manual" },
      fetch: async (input, init) => {
        const outcome = await sendGet(context, input instanceof Request ? input.url : String(input), init?.headers);
        if (outcome.ok) return parsedResponse(outcome);
        failures.push(outcome);
        throw outcome.error;
      },
      // Under a key of its own the client finds no stories to resolve relations in: none are asked for.
      responseInterceptor: (response) => ({ ...response, data: { body: response.data } }),
    });
    try {
      // The client writes token and version into the object it is given, so each call gets a fresh one.
      const { data, headers } = await storyblok.get(path, { ...params, version });
      return { ok: true, body: data.body, headers: new Headers(headers) };
    } catch (error) {
      signal?.throwIfAborted();
      const [failure] = failures;
      if (failure) return failure;
      throw error;
    }
  };
  const unwrap = (outcome: Outcome, path: string, params: Params): Answer => {
    if (!outcome.ok) throw outcome.error;
    const { body, headers } = outcome;
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) if (value !== undefined) asked.set(name, String(value));
    const url = `${endpoint}/${path}?${asked}`;
    return { body, headers, badShape: (what) => unexpectedShapeError(what, { url, token, sent: 1 }) };
  };

  return {
    plan,
    version,
    origin: new URL(endpoint).origin,
    count,
    get: async (path, params) => unwrap(await send(path, params), path, params),
    find: async (path, params) => {
      const outcome = await send(path, params);
      return !outcome.ok && outcome.status === 404 ? null : unwrap(outcome, path, params);
    },
  };
}

/** The service's answer with its status and headers. Its body was parsed already, to know that it came whole. */
function parsedResponse({ body, headers }: Success): Response {
  return Object.assign(new Response(null, { status: 200, headers }), { json: async () => body });
}
