/** How often properties are tried: as often as usual, or `SITEGEN_RUNS=20 npm test` times as often, for a long search. */
const TIMES = Number(process.env.SITEGEN_RUNS ?? 1);

/** Runs of a property that usually has so many. Every `numRuns` of a test goes through here. */
export function propertyRuns(usual: number): number {
  return Math.ceil(usual * TIMES);
}

/** Milliseconds for a test of properties that usually has so many. */
export function propertyTimeout(usual: number): number {
  return usual * Math.max(1, TIMES);
}
