/** The files of a store: one that names the current table, the table, and what was appended to it. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../../checksum-file.ts";
import { type TableName, tableFiles } from "../../row-table.ts";
import { shortHash } from "../../short-hash.ts";

const HEAD = "store.json";
/** Increase this when the format of rows changes. */
const VERSION = 8;

export type StoreTable = Required<TableName>;

export function rowsFile(folder: string, { name }: Pick<StoreTable, "name">): string {
  return join(folder, `${name}.rows`);
}

export function changesFile(folder: string, { name, extensions }: StoreTable): string {
  return join(folder, `${name}.${extensions}.changes`);
}

/** The checksum before the first appended line. */
export function startOfChanges({ name, extensions }: StoreTable): string {
  return shortHash(`${name} ${extensions}`);
}

/** The current table; null if there is none of this version. */
export function readHead(folder: string, onDamaged?: OnDamaged): StoreTable | null {
  const text = readWithChecksum(join(folder, HEAD), onDamaged);
  if (text === null) return null;
  const { version, name, extensions } = JSON.parse(text) as StoreTable & { version: number }; // written by writeHead
  return version === VERSION ? { name, extensions } : null;
}

/** Makes a table the current one, then removes the files of others. */
export function writeHead(folder: string, table: StoreTable): void {
  writeWithChecksum(join(folder, HEAD), JSON.stringify({ version: VERSION, ...table }));
  const used = [
    join(folder, HEAD),
    changesFile(folder, table),
    ...tableFiles(rowsFile(folder, table), table.extensions),
  ];
  for (const name of readdirSync(folder))
    if (!used.includes(join(folder, name))) rmSync(join(folder, name), { force: true, recursive: true });
}
