import {
  MAX_RETRY_AFTER_MS,
  RATE_LIMIT_DELAY_MS,
  RATE_LIMIT_RETRIES,
  TRANSIENT_DELAY_MS,
  TRANSIENT_RETRIES,
} from "../constants.ts";
import type { Attempt } from "./attempt.ts";

/** Specification §8: these are retried once; 429 has a rule of its own. */
const TRANSIENT = new Set([408, 409, 425, 500, 502, 503, 504]);

export interface RetryTimes {
  rateLimitDelayMs: number;
  transientDelayMs: number;
}

export const RETRY_TIMES: RetryTimes = { rateLimitDelayMs: RATE_LIMIT_DELAY_MS, transientDelayMs: TRANSIENT_DELAY_MS };

/** Retries that one request has used up. */
export interface RetryCount {
  rateLimit: number;
  transient: number;
}

export interface Retry {
  kind: keyof RetryCount;
  waitMs: number;
}

export interface RetryQuestion {
  attempt: Attempt;
  /** The body of a good answer was JSON. A cut-off one is a passing fault like any other. */
  readable: boolean;
  used: RetryCount;
  times: RetryTimes;
  now: number;
}

/** Whether a GET is sent again, and after how long. */
export function decideRetry({ attempt, readable, used, times, now }: RetryQuestion): Retry | null {
  if (attempt.kind === "redirect") return null;
  if (attempt.kind === "answer" && attempt.status === 429) {
    if (used.rateLimit >= RATE_LIMIT_RETRIES) return null;
    const asked = parseRetryAfter(attempt.headers.get("retry-after"), now);
    if (asked !== null && asked > MAX_RETRY_AFTER_MS) return null;
    // A service that is out of requests is not asked again at once, whatever it says.
    return { kind: "rateLimit", waitMs: asked || times.rateLimitDelayMs };
  }
  const passing = attempt.kind === "network" || TRANSIENT.has(attempt.status) || (attempt.status === 200 && !readable);
  if (!passing || used.transient >= TRANSIENT_RETRIES) return null;
  return { kind: "transient", waitMs: times.transientDelayMs };
}

/** Seconds or an HTTP date, as milliseconds from `now`; null where the header is missing or makes no sense. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
