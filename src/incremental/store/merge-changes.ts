/** Appended rows become rows of the table, so that a publish reads few of them however many there were. */
import { extendTable, openTable, writeTable } from "../../row-table.ts";
import { shortHash } from "../../short-hash.ts";
import { rowsFile, type StoreTable, writeHead } from "./store-files.ts";

/** A table is written anew when its file has this many times the bytes of its rows, and more than a few of them. */
const MOST_REPLACED = 2;
const FEW_BYTES = 1024 * 1024;

/** Killed at any moment, it leaves the store as it was or with all changes in its table. Throws DamagedTable. */
export function mergeChanges(folder: string, last: StoreTable, changed: ReadonlyMap<string, unknown>): void {
  const table = { ...last, extensions: last.extensions + 1 };
  const { rows, file } = extendTable(rowsFile(folder, last), last, changed);
  writeHead(folder, table);
  if (file > rows * MOST_REPLACED + FEW_BYTES) rewrite(folder, table);
}

/** Without the rows that were replaced. */
function rewrite(folder: string, last: StoreTable): void {
  const table = openTable(rowsFile(folder, last), last);
  if (!table) return;
  try {
    const next = { name: shortHash(`${last.name} ${last.extensions}`), extensions: 0 };
    writeTable(rowsFile(folder, next), next.name, table.rows());
    writeHead(folder, next);
  } finally {
    table.close();
  }
}
