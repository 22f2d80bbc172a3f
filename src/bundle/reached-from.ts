/** What can be reached from some things, themselves included, in the order of the steps to it. */
export function reachedFrom<T>(from: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const seen = new Set(from);
  for (const one of seen) for (const other of next(one)) seen.add(other);
  return seen;
}
