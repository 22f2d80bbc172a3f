/**
 * `npm run test:exhaustive`, and CI: every case of what is said of all pages, files, moments and versions of Node.
 * `npm test` takes those that stand for the others.
 */
export const IS_EXHAUSTIVE = process.env.SITEGEN_EXHAUSTIVE === "1";

/** All of a list; without the sweep what falls to one of so many places: together they see all of it. */
export function turnOf<T>(all: readonly T[], place: number, places = all.length): readonly T[] {
  return IS_EXHAUSTIVE ? all : all.filter((_, nth) => nth % places === place % places);
}

/** All of a list; without the sweep the first of each kind, and so many more, spread evenly over the rest. */
export function casesOf<T>(all: readonly T[], kindOf: (one: T) => string, more = 0): readonly T[] {
  if (IS_EXHAUSTIVE) return all;
  const kinds = new Set<string>();
  const isFirst = all.map((one) => kinds.size < kinds.add(kindOf(one)).size);
  const step = Math.max(1, Math.ceil(all.length / Math.max(1, more)));
  return all.filter((_, at) => isFirst[at] || (more > 0 && at % step === 0));
}
