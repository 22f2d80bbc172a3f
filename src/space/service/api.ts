/** The Content Delivery API: from a path and its parameters to a response. */

import { decodeUriPart } from "../../content/rules/decode.ts";
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
import { notAllowed, notFound, rateLimited, type ServiceResponse, unauthorized } from "./service-response.ts";
import { type SpaceState, stateWithRelease } from "./state.ts";
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

interface Endpoint {
  name: EndpointName;
  respond(request: ApiRequest): ServiceResponse;
}

const ENDPOINTS: readonly { path: RegExp; endpoint: Endpoint }[] = [
  { path: /^spaces\/me\/?$/, endpoint: { name: "space", respond: spaceEndpoint } },
  { path: /^stories\/?$/, endpoint: { name: "stories", respond: storiesEndpoint } },
  { path: /^stories\/(?<rest>.+)$/, endpoint: { name: "story", respond: storyEndpoint } },
  { path: /^links\/?$/, endpoint: { name: "links", respond: linksEndpoint } },
  { path: /^links\/(?<rest>[^/]+)\/?$/, endpoint: { name: "link", respond: linkEndpoint } },
  { path: /^datasources\/?$/, endpoint: { name: "datasources", respond: datasourcesEndpoint } },
  { path: /^datasources\/(?<rest>[^/]+)\/?$/, endpoint: { name: "datasource", respond: datasourceEndpoint } },
  { path: /^datasource_entries\/?$/, endpoint: { name: "datasourceEntries", respond: datasourceEntriesEndpoint } },
  { path: /^tags\/?$/, endpoint: { name: "tags", respond: tagsEndpoint } },
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
    const route = ENDPOINTS.map(({ path, endpoint }) => ({ match: path.exec(call.path), endpoint })).find(
      ({ match }) => match,
    );
    if (!route) return notFound();
    const refused = refusedParams(query, route.endpoint.name);
    if (refused.length > 0) return notAllowed(refused);
    const address = `${call.path}?${sortedQuery(query)}`;
    const state = draft || route.endpoint.name === "space" ? current : stateFor(query, address, { ...options, asked });
    if (!state) return redirectToCurrent(call, options.store.published().cv);
    const shown = release === null ? state : stateWithRelease(state, release);
    if (!shown) return notFound();
    const rest = decodeUriPart(route.match?.groups?.rest ?? "");
    const { responses, limits } = options;
    const response = route.endpoint.respond({ rest, query, state: shown, draft, responses, limits });
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
