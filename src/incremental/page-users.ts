/** Which pages use a dependency, for a process that builds again and again: a build on its own looks at each page once. */
import { appendTo } from "../content/append-to.ts";

export interface PageUsers {
  /** Pages that may use one of the dependencies; some of them may have stopped. */
  of(numbers: Iterable<number>): Set<string>;
  add(path: string, numbers: readonly number[]): void;
}

/** All lists lie in one array, since most dependencies are used by few pages and some by all. */
export function createPageUsers(
  pages: readonly string[],
  dependenciesOf: (path: string) => readonly number[],
  next: number,
): PageUsers {
  const starts = new Uint32Array(next + 1);
  for (const path of pages) for (const number of dependenciesOf(path)) starts[number] = (starts[number] ?? 0) + 1;
  let total = 0;
  for (const [number, count] of starts.entries()) {
    starts[number] = total;
    total += count;
  }
  const ends = starts.slice();
  const users = new Uint32Array(total);
  for (const [position, path] of pages.entries())
    for (const number of dependenciesOf(path)) {
      const end = ends[number] ?? 0;
      users[end] = position;
      ends[number] = end + 1;
    }
  const added = new Map<number, string[]>();
  return {
    of(numbers) {
      const found = new Set<string>();
      for (const number of numbers) {
        for (const position of users.subarray(starts[number], ends[number])) found.add(pages[position] ?? "");
        for (const path of added.get(number) ?? []) found.add(path);
      }
      return found;
    },
    add(path, numbers) {
      for (const number of numbers) appendTo(added, number, path);
    },
  };
}
