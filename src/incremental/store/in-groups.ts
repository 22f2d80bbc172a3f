/** Items in groups of this many; the last one may have fewer. */
export function* inGroups<T>(items: Iterable<T>, size: number): Iterable<T[]> {
  let some: T[] = [];
  for (const item of items) {
    if (some.push(item) < size) continue;
    yield some;
    some = [];
  }
  yield some;
}
