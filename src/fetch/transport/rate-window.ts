/**
 * Computes "at most N requests in any one second", without timers. What counts is when the service sees a request. That
 * moment is unknown: it is between the start and the response. So a request keeps its slot until one window after its
 * response, or after `graceMs` if the response takes longer.
 */
export interface RateWindow {
  /** The earliest time, from `now` on, at which another request may start. */
  nextStart(now: number): number;
  started(at: number): Ticket;
  arrived(ticket: Ticket, at: number): void;
}

export interface Ticket {
  /** Latest time at which the service may have seen the request. */
  seen: number;
}

export interface RateWindowOptions {
  limit: number;
  windowMs: number;
  graceMs: number;
}

export function createRateWindow({ limit, windowMs, graceMs }: RateWindowOptions): RateWindow {
  let tickets: Ticket[] = [];
  return {
    nextStart(now) {
      tickets = tickets.filter((ticket) => ticket.seen + windowMs > now);
      if (tickets.length < limit) return now;
      const frees = tickets.map((ticket) => ticket.seen + windowMs).sort((a, b) => a - b);
      return Math.max(now, frees[tickets.length - limit] ?? now);
    },
    started(at) {
      const ticket = { seen: at + graceMs };
      tickets.push(ticket);
      return ticket;
    },
    arrived(ticket, at) {
      ticket.seen = Math.min(ticket.seen, at);
    },
  };
}

/** If more requests per second are configured than any tier allows, the service is assumed to have no tiers. */
export const HIGHEST_TIER = 50;

/** The service's limit per second, by page size. */
export function serviceLimit(perPage: number | null): number {
  if (perPage === null || perPage <= 25) return HIGHEST_TIER;
  if (perPage <= 50) return 15;
  return perPage <= 75 ? 10 : 6;
}
