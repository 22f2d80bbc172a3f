import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";

/** A transient failure: the connection broke, or the target is busy. */
export class TransientError extends Error {
  readonly slowDown: boolean;

  constructor(cause: unknown, { slowDown = false } = {}) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "TransientError";
    this.slowDown = slowDown;
  }
}

export interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds before the second attempt, doubled for each further one. */
  baseMs?: number;
  tries?: number;
  random?: () => number;
}

export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

const CAP_MS = 10_000;

/**
 * Retries transient failures with exponential backoff and jitter. If the target asks to slow down, all requests that
 * share this function wait.
 */
export function createRetry({ signal, baseMs = 200, tries = 7, random = Math.random }: RetryOptions): Retry {
  let openAt = 0;
  // Each request that waits listens to it.
  if (signal) setMaxListeners(0, signal);
  // Node's own timer would reject with an error that hides the signal's reason.
  const pause = (ms: number) =>
    setTimeout(ms, undefined, signal ? { signal } : undefined).catch(() => signal?.throwIfAborted());
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const wait = openAt - performance.now();
      if (wait > 0) await pause(wait);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        if (attempt >= tries) throw error.cause ?? error;
        const delay = Math.min(CAP_MS, baseMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
        if (error.slowDown) openAt = Math.max(openAt, performance.now() + delay);
        else await pause(delay);
      }
    }
  };
}
