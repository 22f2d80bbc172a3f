import { IS_EXHAUSTIVE } from "./exhaustive.ts";

/**
 * How often properties are tried: as often as usual in the exhaustive run and where a number of scripts is asked for
 * (test/incremental/edit-scripts.test.ts), a quarter of that in `npm test`, and `SITEGEN_RUNS=20 npm test` times as often
 * as usual, for a long search.
 */
const TIMES = Number(process.env.SITEGEN_RUNS ?? (IS_EXHAUSTIVE || process.env.SITEGEN_SCRIPTS ? 1 : 0.25));

/** Runs of a property that usually has so many; few stay as they are. Every `numRuns` of a test goes through here. */
export function propertyRuns(usual: number): number {
  return Math.max(Math.min(usual, 20), Math.ceil(usual * TIMES));
}

/** Milliseconds for a test of properties that usually has so many. */
export function propertyTimeout(usual: number): number {
  return usual * Math.max(1, TIMES);
}
