import StoryblokClient from "storyblok-js-client";
import type { SitegenError } from "../../errors.ts";
import { NO_PLAN, type PullPlan } from "../pull-plan.ts";
import { unexpectedShapeError } from "./request-errors.ts";
import { RETRY_TIMES, type RetryTimes } from "./retry-policy.ts";
import { createScheduler } from "./scheduler.ts";
import { type Outcome, type RequestCount, type SendContext, sendGet } from "./send-get.ts";

/** One good answer of the content service. */
export interface Answer {
  body: unknown;
  headers: Headers;
  /** The error for a body that is not what this path answers. */
  badShape(what: string): SitegenError;
}

export type Params = Record<string, string | number | undefined>;

/** The content service as the rest of this room sees it: answers or SitegenErrors, nothing between. */
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
 * storyblok-js-client builds the requests, `sendGet` sends them. The client's own rate limit, retries, cv
 * memory and cache are switched off or never see a reason to act: it throttles by a header that means something else,
 * prints to stdout on 429, flattens errors, hangs on a stalled body, and shares its cv map across the process
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
  const storyblok = new StoryblokClient({
    accessToken: token,
    endpoint,
    version,
    rateLimit: 0,
    cache: { type: "none", clear: "manual", cv: "manual" },
    fetch: fetchFor(context),
  });

  const send = async (path: string, params: Params): Promise<Outcome> => {
    // The client writes token and version into the object it is given, so each call gets a fresh one.
    const { data } = await storyblok.get(path, { ...params, version }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
    const carried: Carried = data;
    if ("thrown" in carried) throw carried.thrown;
    return carried.outcome;
  };
  const unwrap = (outcome: Outcome): Answer => {
    if (!outcome.ok) throw outcome.error;
    const { body, headers, url } = outcome;
    return { body, headers, badShape: (what) => unexpectedShapeError(what, { url, token, sent: 1 }) };
  };

  return {
    plan,
    version,
    origin: new URL(endpoint).origin,
    count,
    get: async (path, params) => unwrap(await send(path, params)),
    find: async (path, params) => {
      const outcome = await send(path, params);
      return !outcome.ok && outcome.status === 404 ? null : unwrap(outcome);
    },
  };
}

/** What travels through the client in place of a body. */
type Carried = { outcome: Outcome } | { thrown: unknown };

/**
 * The client's `fetch`. It always answers 200 and hands the outcome through by reference. So the client neither
 * sees an error to flatten nor a `stories` key to walk through: its walk throws on a null among the stories.
 */
function fetchFor(context: SendContext): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const carried: Carried = await sendGet(context, url, init?.headers).then(
      (outcome) => ({ outcome }),
      (thrown: unknown) => ({ thrown }),
    );
    return Object.assign(new Response(null, { status: 200 }), { json: async () => carried });
  };
}
