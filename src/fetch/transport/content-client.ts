import StoryblokClient from "storyblok-js-client";
import { type SitegenError, sitegenError } from "../../problems/errors.ts";
import { MAIN_SPACE } from "../../site/spaces.ts";
import { NO_PLAN, type PullPlan } from "../pull-plan.ts";
import { unexpectedShapeError } from "./request-errors.ts";
import { RETRY_TIMES, type RetryTimes } from "./retry-policy.ts";
import { createScheduler } from "./scheduler.ts";
import { type Failure, type Outcome, type RequestCount, type SendContext, type Success, sendGet } from "./send-get.ts";

/** A successful response of the content service. */
export interface ContentResponse {
  body: unknown;
  headers: Headers;
  /** The error for a body that does not have this path's format. */
  badShape(what: string): SitegenError;
}

export type Params = Record<string, string | number | undefined>;

/** Client of the content service for src/fetch: every call returns a response or throws a SitegenError. */
export interface ContentClient {
  /** Languages, datasources and global story of the site. */
  readonly plan: PullPlan;
  readonly version: "published" | "draft";
  /** Origin that addresses of assets are relative to; "" for another space than the main one, whose addresses stay whole. */
  readonly origin: string;
  readonly count: RequestCount;
  get(path: string, params: Params): Promise<ContentResponse>;
  /** Like `get`, but null for 404. */
  find(path: string, params: Params): Promise<ContentResponse | null>;
  /** A client for other content of the same space, with the same rate limit and counts. */
  as(access: Partial<Access>): ContentClient;
}

/** What of a space a client reads. */
type Access = Pick<ContentClientOptions, "plan" | "token" | "version" | "release">;

export interface ContentClientOptions {
  /** Omitted for requests about the space itself. */
  plan?: PullPlan;
  endpoint: string;
  /** Default: the main space. */
  space?: string | undefined;
  token: string;
  version: "published" | "draft";
  /** Number of a release: stories are as they will be once it is merged. */
  release?: string | undefined;
  requestsPerSecond: number;
  timeoutMs: number;
  /** True if the service limits large pages more than small ones, as the real one does. */
  serviceTiers?: boolean | undefined;
  times?: RetryTimes | undefined;
  /** Length of the rate window; only tests shorten it. */
  rateWindowMs?: number | undefined;
  signal?: AbortSignal | undefined;
  onExchange?: (() => void) | undefined;
}

/**
 * storyblok-js-client makes the requests: URLs, parameters, headers, parsing JSON. Its `fetch` is replaced by
 * `sendGet`, which handles what the client would do differently: the rate (the client limits each connection to one per
 * second), ten retries 300 ms apart for 429 and one for other transient failures (the client only retries 429, and
 * prints to stdout), timeouts (the client's ends with the headers), redirects, and errors that say what happened.
 */
export function createContentClient(options: ContentClientOptions): ContentClient {
  const endpoint = options.endpoint.replace(/\/+$/, "");
  const { signal } = options;
  const context = {
    scheduler: createScheduler({
      requestsPerSecond: options.requestsPerSecond,
      serviceTiers: options.serviceTiers ?? true,
      windowMs: options.rateWindowMs,
      signal,
    }),
    timeoutMs: options.timeoutMs,
    times: options.times ?? RETRY_TIMES,
    signal,
    count: { total: 0, retried: 0 },
    onExchange: options.onExchange ?? (() => undefined),
  };
  const origin = (options.space ?? MAIN_SPACE) === MAIN_SPACE ? new URL(endpoint).origin : "";
  return clientOf(options, { ...context, endpoint, origin });
}

type Shared = Omit<SendContext, "token"> & { endpoint: string; origin: string };

function clientOf(access: Access, shared: Shared): ContentClient {
  const { plan = NO_PLAN, token, version, release } = access;
  const { endpoint, origin, signal, count } = shared;
  const context: SendContext = { ...shared, token };
  const send = async (path: string, params: Params): Promise<Outcome> => {
    // One client per request, so that errors reported by its fetch can be matched to the request.
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
      // Wrapped in another key, so that the client does not try to resolve relations in the stories.
      responseInterceptor: (response) => ({ ...response, data: { body: response.data } }),
    });
    try {
      // The client adds token and version to the object it is given, so each call gets a new one.
      const ofRelease = release !== undefined && path.startsWith(STORIES) ? { from_release: release } : {};
      const { data, headers } = await storyblok.get(path, { ...params, ...ofRelease, version });
      return { ok: true, body: data.body, headers: new Headers(headers) };
    } catch (error) {
      signal?.throwIfAborted();
      const [failure] = failures;
      if (failure) return failure;
      throw error;
    }
  };
  const unwrap = (outcome: Outcome, path: string, params: Params): ContentResponse => {
    if (!outcome.ok)
      throw (release !== undefined && path === STORIES && releaseError(release, outcome)) || outcome.error;
    const { body, headers } = outcome;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, String(value));
    const url = `${endpoint}/${path}?${search}`;
    return { body, headers, badShape: (what) => unexpectedShapeError(what, { url, token, sent: 1 }) };
  };

  return {
    plan,
    version,
    origin,
    count,
    as: (other) => clientOf({ ...access, ...other }, shared),
    get: async (path, params) => unwrap(await send(path, params), path, params),
    find: async (path, params) => {
      const outcome = await send(path, params);
      return !outcome.ok && outcome.status === 404 ? null : unwrap(outcome, path, params);
    },
  };
}

const STORIES = "cdn/stories";

/** The list of stories exists in every space, so what is not found is the release; 403 is a release with restricted access. */
function releaseError(release: string, { status, error }: Failure): SitegenError | null {
  if (status === 404) {
    const message = `The space has no release ${release}: it was merged or deleted, or the number is wrong.`;
    return sitegenError("RELEASE_UNKNOWN", { message, cause: error });
  }
  if (status !== 401 && status !== 403) return null;
  const message = `The token may not read release ${release}. ${error.message}`;
  const hint = "Check STORYBLOK_PREVIEW_TOKEN: it must be a preview token, and one that the release is open to.";
  return sitegenError("FETCH_UNAUTHORIZED", { message, hint, cause: error });
}

/** The service's response with status and headers. Its body was already parsed, to know that it is complete. */
function parsedResponse({ body, headers }: Success): Response {
  return Object.assign(new Response(null, { status: 200, headers }), { json: async () => body });
}
