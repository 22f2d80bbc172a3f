/** The content service's limits: fixed one-second windows. */

/** The limit that a request exceeds; null if it is allowed. */
export type RateLimiter = (query: URLSearchParams) => number | null;

export const MAX_IN_FLIGHT = 30;
/** The management API's limit on the smallest plan. */
export const MANAGEMENT_PER_SECOND = 3;

/** `limitOf` is the limit of a request; those with the same one are counted together. */
export function createRateLimiter(now: () => number, limitOf = tierOf): RateLimiter {
  let second = 0;
  let counts = new Map<number, number>();
  return (query) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) counts = new Map();
    second = current;
    const limit = limitOf(query);
    const count = (counts.get(limit) ?? 0) + 1;
    counts.set(limit, count);
    return count > limit ? limit : null;
  };
}

/** The content delivery API has a tier per page size. */
function tierOf(query: URLSearchParams): number {
  const perPage = Number.parseInt(query.get("per_page") ?? "", 10) || 25;
  if (perPage <= 25) return 50;
  if (perPage <= 50) return 15;
  return perPage <= 75 ? 10 : 6;
}
