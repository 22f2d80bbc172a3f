import { createProblem, type Problem } from "../../problems/problem.ts";

/** Minimum cache times in seconds that tokens are given. */
const WINDOWS = [
  30, 60, 120, 180, 240, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
];

/** Unix times in seconds: the space's version, and the content version of the responses. */
interface Versions {
  version: number;
  cv: number;
}

/**
 * The token's minimum cache time in seconds; null if it has none. With one, the content version is the space's version
 * rounded down to a multiple of it, and responses may be as old as that. If several fit, the longest: the cost of a
 * wrong guess is only a request too many. `known` is the one learned before.
 */
export function learnCacheWindow(known: number | null, { version, cv }: Versions): number | null {
  const fits = (window: number) => cv % window === 0 && version - cv < window;
  if (known !== null && fits(known)) return known;
  return version > cv ? (WINDOWS.findLast(fits) ?? null) : null;
}

/** When everything published until `version` is in the responses, as Unix time in seconds. */
export function windowEnd(window: number, version: number): number {
  return (Math.floor(version / window) + 1) * window;
}

export function cacheWindowNotice(window: number): Problem {
  const text = window % 60 === 0 ? `${window / 60} min` : `${window} s`;
  return createProblem("info", "FETCH_MINIMUM_CACHE", {
    message: `The token has a minimum cache time of ${text}: what is published may take as long to be seen.`,
    hint: "To see publishes at once, set the token's minimum cache time to 0 in the content service, or use a token without one.",
  });
}
