/**
 * Arithmetic of "at most N requests in any one second", without timers.
 *
 * What counts is when the service sees a request. That moment is unknown: it is between the start and the
 * answer. So a request holds its slot until one window after its answer, or after `graceMs` if the answer
 * takes longer.
 */
export interface RateWindow {
  /** The earliest moment, from `now` on, at which one more request may start. */
  nextStart(now: number): number;
  started(at: number): Ticket;
  arrived(ticket: Ticket, at: number): void;
}

export interface Ticket {
  /** Latest moment at which the service saw the request, as far as known. */
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

/** Who configures more requests per second than any tier allows has a service without tiers. */
export const HIGHEST_TIER = 50;

/** The service's own limits per second, by what a request asks for. */
export function serviceLimit(perPage: number | null): number {
  if (perPage === null || perPage <= 25) return HIGHEST_TIER;
  if (perPage <= 50) return 15;
  return perPage <= 75 ? 10 : 6;
}
