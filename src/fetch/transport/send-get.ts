import type { SitegenError } from "../../problems/errors.ts";
import { isUrl } from "../../util/is-url.ts";
import { MAX_REDIRECTS } from "../constants.ts";
import { type Attempt, attemptGet } from "./attempt.ts";
import { redirectError, requestError } from "./request-errors.ts";
import { decideRetry, type RetryTimes } from "./retry-policy.ts";
import { createInterruptibleWait, type Scheduler } from "./scheduler.ts";

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
  /** Called after each exchange, successful or not. */
  onExchange: () => void;
}

/** Sends a GET, follows redirects to a newer cv, and retries transient failures. */
export async function sendGet(context: SendContext, url: string, headers: RequestInit["headers"]): Promise<Outcome> {
  const used = { rateLimit: 0, transient: 0 };
  const visited = new Set([url]);
  let at = url;
  for (let sent = 1; ; sent += 1) {
    const attempt = await exchange(context, at, headers);
    const failure = { url: at, token: context.token, sent };
    if (attempt.kind === "redirect") {
      const decision = decideRedirect({ from: at, location: attempt.location, visited, maxHops: MAX_REDIRECTS });
      if ("refuse" in decision) {
        return { ok: false, status: attempt.status, error: redirectError(decision, failure) };
      }
      at = decision.follow;
      visited.add(at);
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
    await createInterruptibleWait(context.signal).wait(retry.waitMs);
  }
}

function exchange(context: SendContext, url: string, headers: RequestInit["headers"]): Promise<Attempt> {
  const { scheduler, timeoutMs, signal } = context;
  return scheduler.run(pageSize(url), async (arrived) => {
    context.count.total += 1;
    const attempt = await attemptGet({ url, headers, timeoutMs, signal, arrived });
    context.onExchange();
    return attempt;
  });
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
  if (location === null || !isUrl(location, from)) return { refuse: "redirects without a usable URL" };
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
