import {
  MAX_RETRY_AFTER_MS,
  RATE_LIMIT_DELAY_MS,
  RATE_LIMIT_RETRIES,
  TRANSIENT_DELAY_MS,
  TRANSIENT_RETRIES,
} from "../constants.ts";
import type { Attempt } from "./attempt.ts";

/** Specification §8: these are retried once; 429 has its own rule. */
const TRANSIENT = new Set([408, 409, 425, 500, 502, 503, 504]);

export interface RetryTimes {
  rateLimitDelayMs: number;
  transientDelayMs: number;
}

export const RETRY_TIMES: RetryTimes = { rateLimitDelayMs: RATE_LIMIT_DELAY_MS, transientDelayMs: TRANSIENT_DELAY_MS };

type RetryKind = "rateLimit" | "transient";

interface RetryQuestion {
  attempt: Attempt;
  /** True if the body of a successful response was valid JSON. A truncated one is a transient failure. */
  readable: boolean;
  /** Retries already used by this request. */
  used: Readonly<Record<RetryKind, number>>;
  times: RetryTimes;
  now: number;
}

/** Whether to send a GET again, and after how long. */
export function decideRetry(question: RetryQuestion): { kind: RetryKind; waitMs: number } | null {
  const { attempt, readable, used, times, now } = question;
  if (attempt.kind === "redirect") return null;
  if (attempt.kind === "response" && attempt.status === 429) {
    if (used.rateLimit >= RATE_LIMIT_RETRIES) return null;
    const retryAfterMs = parseRetryAfter(attempt.headers.get("retry-after"), now);
    if (retryAfterMs !== null && retryAfterMs > MAX_RETRY_AFTER_MS) return null;
    // After a 429 the request is never repeated at once, even if the service asks for no pause.
    return { kind: "rateLimit", waitMs: retryAfterMs || times.rateLimitDelayMs };
  }
  const passing = attempt.kind === "network" || TRANSIENT.has(attempt.status) || (attempt.status === 200 && !readable);
  if (!passing || used.transient >= TRANSIENT_RETRIES) return null;
  return { kind: "transient", waitMs: times.transientDelayMs };
}

/** Seconds or an HTTP date, as milliseconds from `now`; null if the header is missing or invalid. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
