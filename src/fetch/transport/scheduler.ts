import pLimit from "p-limit";
import { ARRIVAL_GRACE_MS, MAX_IN_FLIGHT, RATE_WINDOW_MS } from "../constants.ts";

/** Starts requests no faster than the configured rate and the service's tiers allow. */
export interface Scheduler {
  /**
   * Runs `send` when the rate allows. `perPage` decides the tier; null is a single story. `send` calls `arrived` as
   * soon as the service has responded.
   */
  run<T>(perPage: number | null, send: (arrived: () => void) => Promise<T>): Promise<T>;
  /** Starts no request for the next `ms`: one 429 applies to all. */
  pause(ms: number): void;
}

export interface SchedulerOptions {
  requestsPerSecond: number;
  serviceTiers: boolean;
  signal?: AbortSignal | undefined;
  windowMs?: number | undefined;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { requestsPerSecond, serviceTiers, signal, windowMs = RATE_WINDOW_MS } = options;
  const inFlight = pLimit(MAX_IN_FLIGHT);
  const window = (limit: number) => createRateWindow({ limit, windowMs, graceMs: ARRIVAL_GRACE_MS });
  const owner = window(Math.max(1, Math.floor(requestsPerSecond)));
  const tiers = new Map<number, RateWindow>();
  let turn: Promise<unknown> = Promise.resolve();
  let pausedUntil = 0;
  // Only the next request in the queue waits on it; a response may free a slot earlier than computed.
  const alarm = createInterruptibleWait(signal);

  const windowsFor = (perPage: number | null): RateWindow[] => {
    const limit = serviceLimit(perPage);
    if (!serviceTiers || limit >= requestsPerSecond || requestsPerSecond > HIGHEST_TIER) return [owner];
    const tier = tiers.get(limit) ?? window(limit);
    tiers.set(limit, tier);
    return [owner, tier];
  };

  const waitForTurn = async (windows: RateWindow[]) => {
    for (;;) {
      signal?.throwIfAborted();
      const now = performance.now();
      const at = Math.max(pausedUntil, ...windows.map((one) => one.nextStart(now)));
      if (at <= now) break;
      await alarm.wait(at - now);
    }
    return windows.map((one) => ({ one, ticket: one.started(performance.now()) }));
  };

  return {
    run: (perPage, send) =>
      inFlight(async () => {
        const windows = windowsFor(perPage);
        const mine = turn.then(() => waitForTurn(windows));
        turn = mine.catch(() => undefined);
        const held = await mine;
        return send(() => {
          for (const { one, ticket } of held) one.arrived(ticket, performance.now());
          alarm.ring();
        });
      }),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
  };
}

/**
 * Computes "at most N requests in any one second", without timers. What counts is when the service sees a request. That
 * moment is unknown: it is between the start and the response. So a request keeps its slot until one window after its
 * response, or after `graceMs` if the response takes longer.
 */
export function createRateWindow({ limit, windowMs, graceMs }: Record<"limit" | "windowMs" | "graceMs", number>) {
  let tickets: Ticket[] = [];
  return {
    /** The earliest time, from `now` on, at which another request may start. */
    nextStart(now: number): number {
      tickets = tickets.filter((ticket) => ticket.seen + windowMs > now);
      if (tickets.length < limit) return now;
      const frees = tickets.map((ticket) => ticket.seen + windowMs).sort((a, b) => a - b);
      return Math.max(now, frees[tickets.length - limit] ?? now);
    },
    started(at: number): Ticket {
      const ticket = { seen: at + graceMs };
      tickets.push(ticket);
      return ticket;
    },
    arrived(ticket: Ticket, at: number): void {
      ticket.seen = Math.min(ticket.seen, at);
    },
  };
}

type RateWindow = ReturnType<typeof createRateWindow>;

interface Ticket {
  /** Latest time at which the service may have seen the request. */
  seen: number;
}

/** If more requests per second are configured than any tier allows, the service is assumed to have no tiers. */
const HIGHEST_TIER = 50;

/** The service's limit per second, by page size. */
export function serviceLimit(perPage: number | null): number {
  if (perPage === null || perPage <= 25) return HIGHEST_TIER;
  if (perPage <= 50) return 15;
  return perPage <= 75 ? 10 : 6;
}

/** A wait that can be ended early, for one caller at a time. */
interface InterruptibleWait {
  /** Resolves after `ms` or at the next `ring`; rejects with the signal's reason if aborted. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

export function createInterruptibleWait(signal: AbortSignal | undefined): InterruptibleWait {
  let ring = () => {};
  return {
    ring: () => ring(),
    wait: (ms) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const end = (settle: () => void) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
          ring = () => {};
          settle();
        };
        const abort = () => end(() => reject(signal?.reason));
        ring = () => end(resolve);
        // Timers may fire up to a millisecond early, and the caller relies on the time.
        const timer = setTimeout(() => end(resolve), Math.ceil(ms) + 1);
        signal?.addEventListener("abort", abort, { once: true });
      }),
  };
}
