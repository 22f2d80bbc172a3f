import { IS_EXHAUSTIVE } from "./exhaustive.ts";

/**
 * Factor for the number of runs of properties: 1 in the exhaustive run and if a number of scripts is given
 * (test/incremental/another-site.test.ts), a tenth in `npm test`, and `SITEGEN_RUNS` if set, for a long search.
 */
const TIMES = Number(process.env.SITEGEN_RUNS ?? (IS_EXHAUSTIVE || process.env.SITEGEN_SCRIPTS ? 1 : 0.1));

/**
 * Number of runs of a property with this usual number; small numbers are not reduced. Every `numRuns` in a test uses
 * this.
 */
export function propertyRuns(usual: number): number {
  return Math.max(Math.min(usual, 20), Math.ceil(usual * TIMES));
}

/** Timeout in milliseconds of a test with this usual number of runs. */
export function propertyTimeout(usual: number): number {
  return usual * Math.max(1, TIMES);
}
