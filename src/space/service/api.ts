/** The Content Delivery API: from a path and its parameters to a response. */

import { decodeUriPart } from "../../content/rules/decode.ts";
import { notAllowed, notFound, rateLimited, type ServiceResponse, unauthorized } from "../service-response.ts";
import { type SpaceState, stateWithRelease } from "../state.ts";
import {
  datasourceEndpoint,
  datasourceEntriesEndpoint,
  datasourcesEndpoint,
  spaceEndpoint,
} from "./endpoints/datasources.ts";
import { linkEndpoint, linksEndpoint } from "./endpoints/links.ts";
import type { ApiRequest } from "./endpoints/request.ts";
import { storiesEndpoint, storyEndpoint, tagsEndpoint } from "./endpoints/stories.ts";
import { type EndpointName, refusedParams } from "./params.ts";
import { MAX_IN_FLIGHT, type RateLimiter } from "./rate-limit.ts";
import type { ResolveLimits } from "./resolve.ts";
import type { SpaceStore } from "./store.ts";
import type { StoryResponses } from "./story-response.ts";

export interface ApiOptions {
  store: SpaceStore;
  responses: StoryResponses;
  limits: ResolveLimits;
  /** Null for no limit. */
  rateLimiter: RateLimiter | null;
  /** Whether old versions are returned like from a CDN cache: for every URL, or only for those requested before. */
  edgeCache: boolean | "asked";
  now: () => number;
}

export interface ApiCall {
  /** The path after `cdn/`. */
  path: string;
  query: URLSearchParams;
  /** URL without the query, for redirects. */
  base: string;
  inFlight: number;
}

export type Api = (call: ApiCall) => ServiceResponse;

const ENDPOINTS: readonly { name: EndpointName; path: RegExp; respond(request: ApiRequest): ServiceResponse }[] = [
  { name: "space", path: /^spaces\/me\/?$/, respond: spaceEndpoint },
  { name: "stories", path: /^stories\/?$/, respond: storiesEndpoint },
  { name: "story", path: /^stories\/(?<rest>.+)$/, respond: storyEndpoint },
  { name: "links", path: /^links\/?$/, respond: linksEndpoint },
  { name: "link", path: /^links\/(?<rest>[^/]+)\/?$/, respond: linkEndpoint },
  { name: "datasources", path: /^datasources\/?$/, respond: datasourcesEndpoint },
  { name: "datasource", path: /^datasources\/(?<rest>[^/]+)\/?$/, respond: datasourceEndpoint },
  { name: "datasourceEntries", path: /^datasource_entries\/?$/, respond: datasourceEntriesEndpoint },
  { name: "tags", path: /^tags\/?$/, respond: tagsEndpoint },
];

export function createApi(options: ApiOptions): Api {
  const asked = new Set<string>();
  return (call) => {
    const { query } = call;
    const current = options.store.current();
    const draft = query.get("version") === "draft";
    const release = releaseIn(query);
    if (!mayRead(query.get("token"), draft || release !== null, current)) return unauthorized();
    const headers = { ...cacheHeaders(draft, call.inFlight), date: new Date(options.now()).toUTCString() };
    const limit = limitPassed(options.rateLimiter, call);
    if (limit !== null) return rateLimited(limit, headers);
    const endpoint = ENDPOINTS.find(({ path }) => path.test(call.path));
    if (!endpoint) return notFound();
    const refused = refusedParams(query, endpoint.name);
    if (refused.length > 0) return notAllowed(refused);
    const address = `${call.path}?${sortedQuery(query)}`;
    const state = draft || endpoint.name === "space" ? current : stateFor(query, address, { ...options, asked });
    if (!state) return redirectToCurrent(call, options.store.published().cv);
    const shown = release === null ? state : stateWithRelease(state, release);
    if (!shown) return notFound();
    const rest = decodeUriPart(endpoint.path.exec(call.path)?.groups?.rest ?? "");
    const { responses, limits } = options;
    const response = endpoint.respond({ rest, query, state: shown, draft, responses, limits });
    return { ...response, headers: { ...headers, ...response.headers } };
  };
}

/** A public token can only read published content, so no release. */
function mayRead(token: string | null, unpublished: boolean, state: SpaceState): boolean {
  return token === state.info.previewToken || (token === state.info.token && !unpublished);
}

/** `from_release`; 0 stands for no release, as in the editor's addresses. */
function releaseIn(query: URLSearchParams): number | null {
  const id = query.get("from_release") ?? "";
  return ["", "0"].includes(id) ? null : Number(id);
}

function limitPassed(limiter: RateLimiter | null, { query, inFlight }: ApiCall): number | null {
  if (!limiter) return null;
  return inFlight > MAX_IN_FLIGHT ? MAX_IN_FLIGHT : limiter(query);
}

/** The version for a published request; null if it is redirected to the current one. */
function stateFor(
  query: URLSearchParams,
  address: string,
  options: Pick<ApiOptions, "store" | "edgeCache"> & { asked: Set<string> },
): SpaceState | null {
  const current = options.store.published();
  const cv = Number(query.get("cv"));
  if (cv === current.cv) {
    if (options.edgeCache === "asked") options.asked.add(address);
    return current;
  }
  if (options.edgeCache === false || (options.edgeCache === "asked" && !options.asked.has(address))) return null;
  return options.store.older(cv) ?? null;
}

/** The redirect has its parameters sorted by name. */
function redirectToCurrent({ base, query }: ApiCall, cv: number): ServiceResponse {
  const target = new URLSearchParams(query);
  target.set("cv", String(cv));
  const location = `${base}?${sortedQuery(target)}`;
  return { status: 301, headers: { location, "cache-control": "max-age=0, public" }, body: Buffer.alloc(0) };
}

function sortedQuery(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}

/** The service's headers; the in-flight limit is sent in draft responses only. */
function cacheHeaders(draft: boolean, inFlight: number): Record<string, string> {
  if (!draft) return { "cache-control": "max-age=0, public, s-maxage=604800" };
  return {
    "cache-control": "max-age=0, private, must-revalidate",
    "x-ratelimit-policy": `"space-concurrent-requests";q=${MAX_IN_FLIGHT}`,
    "x-ratelimit": `"space-concurrent-requests";r=${Math.max(0, MAX_IN_FLIGHT - inFlight)}`,
  };
}
