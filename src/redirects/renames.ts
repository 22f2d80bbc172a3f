import { compareText } from "../content/rules/compare-text.ts";
import type { Rename } from "./rule.ts";

/**
 * Updates the rename record after a pull: old paths of moved stories with their current paths. A row stays until it
 * is removed by hand or a page exists at its path again. a→b followed by b→c gives a→c and b→c; a story that moved back
 * has no row. Sorted, so that the file is always the same.
 */
export function updateRenames(
  record: readonly Rename[],
  renames: readonly Rename[],
  livePaths: Pick<ReadonlySet<string>, "has">,
): Rename[] {
  const moved = new Map(renames.map(({ from, to }) => [from, to]));
  const rows = new Map<string, string>();
  for (const { from, to } of record) rows.set(from, moved.get(to) ?? to);
  for (const [from, to] of moved) rows.set(from, to);
  return [...rows]
    .filter(([from, to]) => from !== to && !livePaths.has(from))
    .map(([from, to]) => ({ from, to }))
    .sort((a, b) => compareText(a.from, b.from));
}
