import type { TableData } from "../payload.ts";
import { isRecord, listOf, stringOf } from "./context.ts";

/** A table field: `{thead: [{value}], tbody: [{body: [{value}]}]}`. Null if all cells are empty. */
export function resolveTable(raw: unknown): TableData | null {
  if (!isRecord(raw)) return null;
  const head = cells(raw.thead);
  const rows = listOf(raw.tbody).map((row) => cells(isRecord(row) ? row.body : undefined));
  if (![head, ...rows].some((row) => row.some((cell) => cell !== ""))) return null;
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  const filled = (row: string[]) => [...row, ...Array<string>(width - row.length).fill("")];
  return { head: head.some((cell) => cell !== "") ? filled(head) : [], rows: rows.map(filled) };
}

function cells(raw: unknown): string[] {
  return listOf(raw).map((cell) => (isRecord(cell) ? stringOf(cell.value) : stringOf(cell)));
}
