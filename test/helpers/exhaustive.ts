/**
 * True for `npm run test:exhaustive`, which CI runs every night: all pages, files, moments and versions of Node.
 * `npm test` tests a selection.
 */
export const IS_EXHAUSTIVE = process.env.SITEGEN_EXHAUSTIVE === "1";

/**
 * Registers tests in the exhaustive run only: they check a rule again, on more cases or at a higher cost than a test of
 * `npm test`. A whole file of such tests is named `*.exhaustive.test.ts`.
 */
export function exhaustiveOnly(register: () => void): void {
  if (IS_EXHAUSTIVE) register();
}

/** The whole list, or by default one of `places` equal shares; all shares together are the whole list. */
export function shareOf<T>(all: readonly T[], place: number, places = all.length): readonly T[] {
  return IS_EXHAUSTIVE ? all : all.filter((_, nth) => nth % places === place % places);
}

/** The whole list, or by default the first of each kind and `more` others, evenly distributed. */
export function casesOf<T>(all: readonly T[], kindOf: (one: T) => string, more = 0): readonly T[] {
  if (IS_EXHAUSTIVE) return all;
  const kinds = new Set<string>();
  const isFirst = all.map((one) => kinds.size < kinds.add(kindOf(one)).size);
  const step = Math.max(1, Math.ceil(all.length / Math.max(1, more)));
  return all.filter((_, at) => isFirst[at] || (more > 0 && at % step === 0));
}
