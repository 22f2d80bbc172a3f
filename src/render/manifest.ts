import { encodeUriPart } from "../content/rules/encode.ts";
import type { RedirectRule, RedirectStatus } from "../redirects/rule.ts";
import { serviceTime } from "./service-time.ts";

/** What the client may do at a path: follow a redirect, or load a page that exists. */
export type RouteRule = { redirect: { to: string; status: RedirectStatus } } | { prerender: true };

export interface BuildManifest {
  id: string;
  /** The newest publish date of the space in milliseconds, not the current time: same content, same bytes. */
  timestamp: number;
  /** Paths with a page and a _payload.json, with slashes at both ends and without the base path. */
  prerendered: readonly string[];
  routeRules: Record<string, RouteRule>;
}

export interface LatestBuild {
  id: string;
  timestamp: number;
}

/**
 * Keys of route rules are paths with a closing slash, optionally with a condition as query (`/terms/?lang=de`), and
 * patterns (`/post/:slug/`, `/blog/*`, with `:splat` in the target). Exact paths come before patterns and conditions
 * before the plain rule of the same path, so the first match is the right one.
 */
export function buildManifest(options: {
  id: string;
  timestamp: number;
  /** Sorted. */
  prerendered: readonly string[];
  /** Files without a payload, such as the cache utility. */
  withoutPayload?: Iterable<string>;
  redirects: readonly RedirectRule[];
}): BuildManifest {
  const { id, timestamp } = options;
  const routeRules: Record<string, RouteRule> = {};
  for (const rule of options.redirects) routeRules[ruleKey(rule)] = { redirect: { to: rule.to, status: rule.status } };
  for (const path of [...(options.withoutPayload ?? [])].sort()) routeRules[path] = { prerender: true };
  return { id, timestamp, prerendered: options.prerendered, routeRules };
}

/** The newest of the given service dates in milliseconds; 0 if there is none. */
export function newestTimestamp(dates: readonly (string | null)[]): number {
  let newest = 0;
  // Most dates need not be read: as texts they are before the day before the newest one.
  let earliest = "";
  for (const date of dates) {
    if (date === null || (date >= "0" && date < earliest)) continue;
    const time = serviceTime(date);
    if (time <= newest) continue;
    newest = time;
    earliest = new Date(time - DAY).toISOString().slice(0, "2026-01-31".length);
  }
  return newest;
}

const DAY = 24 * 60 * 60 * 1000;

function ruleKey({ from, query }: RedirectRule): string {
  const condition = query.map((pair) => pair.map(encodeUriPart).join("=")).join("&");
  return condition === "" ? from : `${from}?${condition}`;
}
