/** The content service's limits: fixed one-second windows, with a tier per page size. */
export interface RateLimiter {
  /** The limit that this request exceeds; null if it is allowed. */
  exceeded(query: URLSearchParams): number | null;
}

const TOTAL_PER_SECOND = 1000;
export const MAX_IN_FLIGHT = 30;

export function createRateLimiter(now: () => number): RateLimiter {
  let second = 0;
  let total = 0;
  let counts = new Map<number, number>();
  return {
    exceeded(query) {
      const current = Math.floor(now() / 1000);
      if (current !== second) {
        second = current;
        total = 0;
        counts = new Map();
      }
      const limit = tierOf(query);
      const count = (counts.get(limit) ?? 0) + 1;
      counts.set(limit, count);
      total++;
      if (count > limit) return limit;
      return total > TOTAL_PER_SECOND ? TOTAL_PER_SECOND : null;
    },
  };
}

const MANAGEMENT_PER_SECOND = 3;

/** The management API's limit on the smallest plan. */
export function createManagementLimiter(now: () => number): RateLimiter {
  let second = 0;
  let count = 0;
  return {
    exceeded() {
      const current = Math.floor(now() / 1000);
      count = current === second ? count + 1 : 1;
      second = current;
      return count > MANAGEMENT_PER_SECOND ? MANAGEMENT_PER_SECOND : null;
    },
  };
}

function tierOf(query: URLSearchParams): number {
  const perPage = Number.parseInt(query.get("per_page") ?? "", 10) || 25;
  if (perPage <= 25) return 50;
  if (perPage <= 50) return 15;
  return perPage <= 75 ? 10 : 6;
}
