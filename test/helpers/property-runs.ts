/**
 * How often a property is tried: as often as usual, or `SITEGEN_RUNS=20 npm test` times as often, for a search that may
 * take long.
 */
export function propertyRuns(usual: number): number {
  return Math.ceil(usual * Number(process.env.SITEGEN_RUNS ?? 1));
}
