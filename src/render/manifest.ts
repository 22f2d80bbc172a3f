import { encodePart } from "../content/rules/encode.ts";
import type { RedirectRule, RedirectStatus } from "../redirects/rule.ts";
import { serviceTime } from "./service-time.ts";

/** What the client may do at a path: take a redirect, or know that a file is there. */
export type RouteRule = { redirect: { to: string; status: RedirectStatus } } | { prerender: true };

export interface BuildManifest {
  id: string;
  /** Milliseconds of the newest publish date in the space, not of the clock: same content, same bytes. */
  timestamp: number;
  /** Paths that have a page and a _payload.json; slashes at both ends, base not included. */
  prerendered: string[];
  routeRules: Record<string, RouteRule>;
}

export interface LatestBuild {
  id: string;
  timestamp: number;
}

/**
 * Keys of route rules are paths with a slash at the end, a condition as a query behind it (`/terms/?lang=de`), and
 * patterns as they are written (`/post/:slug/`, `/blog/*`, with `:splat` in the target). Concrete paths come before
 * patterns and conditions before the plain rule of the same path, so the first that fits is the right one.
 */
export function buildManifest(options: {
  id: string;
  timestamp: number;
  prerendered: Iterable<string>;
  /** Files without a payload, such as the cache utility. */
  withoutPayload?: Iterable<string>;
  redirects: readonly RedirectRule[];
}): BuildManifest {
  const { id, timestamp } = options;
  const routeRules: Record<string, RouteRule> = {};
  for (const rule of options.redirects) routeRules[ruleKey(rule)] = { redirect: { to: rule.to, status: rule.status } };
  for (const path of [...(options.withoutPayload ?? [])].sort()) routeRules[path] = { prerender: true };
  return { id, timestamp, prerendered: [...options.prerendered].sort(), routeRules };
}

/** Newest of the given service dates in milliseconds, 0 when there is none. */
export function newestTimestamp(dates: Iterable<string | null>): number {
  let newest = 0;
  for (const date of dates) newest = Math.max(newest, serviceTime(date));
  return newest;
}

function ruleKey({ from, query }: RedirectRule): string {
  const condition = query.map((pair) => pair.map(encodePart).join("=")).join("&");
  return condition === "" ? from : `${from}?${condition}`;
}
