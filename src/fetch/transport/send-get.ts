import type { SitegenError } from "../../problems/errors.ts";
import { MAX_REDIRECTS } from "../constants.ts";
import { type Attempt, attemptGet } from "./attempt.ts";
import { movingSpaceError, redirectError, requestError } from "./request-errors.ts";
import { decideRetry, type RetryTimes } from "./retry-policy.ts";
import type { Scheduler } from "./scheduler.ts";
import { createInterruptibleWait } from "./scheduler.ts";

export interface Success {
  ok: true;
  body: unknown;
  headers: Headers;
}

export interface Failure {
  ok: false;
  /** Null if there was no response. */
  status: number | null;
  error: SitegenError;
}

export type Outcome = Success | Failure;

export interface RequestCount {
  total: number;
  retried: number;
}

export interface SendContext {
  scheduler: Scheduler;
  token: string;
  timeoutMs: number;
  times: RetryTimes;
  signal: AbortSignal | undefined;
  count: RequestCount;
  /** The newest content version that a redirect has named. */
  newest: { cv: number };
  /** Called after each exchange, successful or not. */
  onExchange: () => void;
}

/** Sends a GET, follows redirects to a newer cv, and retries transient failures. */
export async function sendGet(context: SendContext, url: string, headers: RequestInit["headers"]): Promise<Outcome> {
  const used = { rateLimit: 0, transient: 0 };
  const visited = new Set<string>();
  let at = url;
  for (let sent = 1; ; sent += 1) {
    const attempt = await exchange(context, { url: at, visited, headers });
    at = attempt.url;
    visited.add(at);
    const failure = { url: at, token: context.token, sent };
    if (attempt.kind === "redirect") {
      const decision = decideRedirect({ from: at, location: attempt.location, visited, maxHops: MAX_REDIRECTS });
      if ("refuse" in decision) {
        const error = decision.moving
          ? movingSpaceError(decision.refuse, failure)
          : redirectError(decision.refuse, failure);
        return { ok: false, status: attempt.status, error };
      }
      at = decision.follow;
      context.newest.cv = Math.max(context.newest.cv, versionIn(new URL(at)));
      continue;
    }
    const body = parseBody(attempt);
    if (body !== undefined && attempt.kind === "response") return { ok: true, body, headers: attempt.headers };
    const retry = decideRetry({ attempt, readable: body !== undefined, used, times: context.times, now: Date.now() });
    if (retry === null) {
      const status = attempt.kind === "response" ? attempt.status : null;
      return { ok: false, status, error: requestError(attempt, failure) };
    }
    used[retry.kind] += 1;
    context.count.retried += 1;
    if (retry.kind === "rateLimit") context.scheduler.pause(retry.waitMs);
    await sleep(retry.waitMs, context.signal);
  }
}

interface Request {
  url: string;
  visited: ReadonlySet<string>;
  headers: RequestInit["headers"];
}

function exchange(context: SendContext, request: Request): Promise<Attempt & { url: string }> {
  const { scheduler, timeoutMs, signal } = context;
  return scheduler.run(pageSize(request.url), async (arrived) => {
    context.count.total += 1;
    const url = atNewest(request, context.newest);
    const attempt = await attemptGet({ url, headers: request.headers, timeoutMs, signal, arrived });
    context.onExchange();
    return { ...attempt, url };
  });
}

/** Where the space moved on while a request waited for its turn, the old version would only be redirected once more. */
function atNewest({ url: given, visited }: Request, { cv }: SendContext["newest"]): string {
  const url = new URL(given);
  const asked = versionIn(url);
  if (asked === 0 || asked >= cv) return given;
  url.searchParams.set("cv", String(cv));
  return visited.has(url.href) ? given : url.href;
}

function versionIn({ searchParams }: URL): number {
  return Number(searchParams.get("cv")) || 0;
}

/** The page size, which decides the service's tier; null for a single story. */
function pageSize(url: string): number | null {
  const perPage = new URL(url).searchParams.get("per_page");
  return perPage === null ? null : Number(perPage);
}

function parseBody(attempt: Attempt): unknown {
  if (attempt.kind !== "response" || attempt.status !== 200) return undefined;
  try {
    return JSON.parse(attempt.text);
  } catch {
    return undefined;
  }
}

/**
 * The content service answers a published request with an outdated `cv` with a 301 to the same URL with the current
 * one. Only such a redirect is followed, because the URL contains the token.
 */
type RedirectDecision = { follow: string } | { refuse: string; moving?: boolean };

interface RedirectQuestion {
  from: string;
  location: string | null;
  /** Every URL requested so far, including the first. */
  visited: ReadonlySet<string>;
  maxHops: number;
}

export function decideRedirect({ from, location, visited, maxHops }: RedirectQuestion): RedirectDecision {
  if (location === null || !URL.canParse(location, from)) return { refuse: "redirects without a usable URL" };
  const target = new URL(location, from);
  const source = new URL(from);
  if (target.origin !== source.origin) return { refuse: `redirects to another host (${target.host})` };
  const token = source.searchParams.get("token");
  if (token !== null && !target.searchParams.has("token")) target.searchParams.set("token", token);
  if (visited.has(target.href)) return { refuse: "redirects in a loop" };
  // Each redirect names another version: the space is published faster than it can be requested.
  if (visited.size > maxHops) return { refuse: `redirects more than ${maxHops} times`, moving: true };
  return { follow: target.href };
}

/** Waits; rejects at once with the signal's reason if aborted. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return createInterruptibleWait(signal).wait(ms);
}
