import type { Rename } from "./rule.ts";

/**
 * The rename record after a pull: old paths of stories that moved, each with where its page is now. A row stays
 * until the owner removes it or a page lives at its path again. a→b and then b→c makes a→c and b→c; a story that
 * moved back leaves no row. Sorted, so that the file has one form.
 */
export function updateRenames(
  record: readonly Rename[],
  renames: readonly Rename[],
  livePaths: ReadonlySet<string>,
): Rename[] {
  const moved = new Map(renames.map(({ from, to }) => [from, to]));
  const rows = new Map<string, string>();
  for (const { from, to } of record) rows.set(from, moved.get(to) ?? to);
  for (const [from, to] of moved) rows.set(from, to);
  return [...rows]
    .filter(([from, to]) => from !== to && !livePaths.has(from))
    .map(([from, to]) => ({ from, to }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}
