import type { TableData } from "../../site/api/payload.ts";
import { isRecord, listOf, stringOf } from "../../site/blocks/field-values.ts";

/** Rows of a table that would have more stay as long as they are. */
const MOST_CELLS = 1_000_000;

/** A table field: `{thead: [{value}], tbody: [{body: [{value}]}]}`. Null if all cells are empty. */
export function resolveTable(raw: unknown): TableData | null {
  if (!isRecord(raw)) return null;
  const head = cells(raw.thead);
  const rows = listOf(raw.tbody).map((row) => cells(isRecord(row) ? row.body : undefined));
  if (![head, ...rows].some((row) => row.some((cell) => cell !== ""))) return null;
  const longest = rows.reduce((most, row) => Math.max(most, row.length), head.length);
  const width = longest * rows.length > MOST_CELLS ? 0 : longest;
  const filled = (row: string[]) => [...row, ...Array<string>(Math.max(0, width - row.length)).fill("")];
  return { head: head.some((cell) => cell !== "") ? filled(head) : [], rows: rows.map(filled) };
}

function cells(raw: unknown): string[] {
  return listOf(raw).map((cell) => (isRecord(cell) ? stringOf(cell.value) : stringOf(cell)));
}
