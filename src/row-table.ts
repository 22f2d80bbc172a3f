/**
 * A key-value file that is read without parsing all of it: JSON rows, and a hash index with each row's offset. Rows are
 * never changed: those that replace others are added, and another index is written. Each row has a checksum, and so has
 * each block of the index, so that a missing key is known to be missing: neither a flipped byte nor a part of another
 * table is taken for a valid result. A lookup reads only what it needs, however large the table is.
 */
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DamagedTable, hashKey, openIndex, openOrNull, SLOT_LENGTH, writeIndex } from "./row-table-index.ts";
import { createRowReader, type Row, writeRows } from "./row-table-rows.ts";

export { DamagedTable } from "./row-table-index.ts";
export type { Row } from "./row-table-rows.ts";

export interface Table {
  /** The value of a key; undefined if there is none. Throws DamagedTable. */
  get(key: string): unknown;
  /** The same, read and checked now but parsed on demand. */
  later(key: string): () => unknown;
  /** All rows in the order in which they were written. Throws DamagedTable. */
  rows(): Iterable<Row>;
  close(): void;
}

/** A table, and how often it was extended. */
export interface TableName {
  /** Identifies the contents. */
  name: string;
  extensions?: number;
}

/** The files of a table: rows and index. */
export function tableFiles(file: string, extensions = 0): string[] {
  return [file, indexOf(file, { name: "", extensions }).file];
}

/** The index's file, and the name in its checksums. */
function indexOf(file: string, { name, extensions = 0 }: TableName): { file: string; name: string } {
  return extensions === 0
    ? { file: `${file}.index`, name }
    : { file: `${file}.${extensions}.index`, name: `${name} ${extensions}` };
}

/** Writes a table and returns its number of rows. `name` identifies the contents and is part of every checksum. */
export function writeTable(file: string, name: string, rows: Iterable<Row>): number {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, "w");
  let places: number[];
  try {
    places = writeRows(fd, { name, offset: 0 }, rows);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  writeIndex(indexOf(file, { name }).file, name, places);
  return places.length / SLOT_LENGTH;
}

/**
 * Adds rows to a table, in place of those with the same keys; undefined removes a key. The table with one extension less
 * can still be read. What an interrupted call has added is overwritten by the next. Returns the bytes of all rows, and
 * those of the file, in which the replaced rows stay.
 */
export function extendTable(
  file: string,
  last: TableName,
  changed: ReadonlyMap<string, unknown>,
): { rows: number; file: number } {
  const table = openSlots(file, last);
  if (!table) throw new DamagedTable(file);
  const fd = openSync(file, "r+");
  try {
    const replaced = new Set([...changed.keys()].map((key) => table.find(key)?.number));
    const places: number[] = [];
    let end = 0;
    for (const { number, hash, offset, length } of table.index.all()) {
      end = Math.max(end, offset + length);
      if (!replaced.has(number)) places.push(hash, offset, length);
    }
    ftruncateSync(fd, end);
    const added = [...changed].filter(([, value]) => value !== undefined);
    const of = indexOf(file, { ...last, extensions: (last.extensions ?? 0) + 1 });
    for (const number of writeRows(fd, { name: last.name, offset: end }, added)) places.push(number);
    writeIndex(of.file, of.name, places);
    return { rows: bytesOf(places), file: fstatSync(fd).size };
  } finally {
    closeSync(fd);
    table.close();
  }
}

function bytesOf(places: readonly number[]): number {
  let bytes = 0;
  for (let at = SLOT_LENGTH - 1; at < places.length; at += SLOT_LENGTH) bytes += places[at] ?? 0;
  return bytes;
}

/** Whether a table that was not extended is as it was written: reads all of it. */
export function isWholeTable(file: string, name: string): boolean {
  const table = openSlots(file, { name });
  if (!table) return false;
  try {
    let bytes = 0;
    for (const slot of table.index.all()) {
      table.textIn(slot);
      bytes += slot.length;
    }
    return bytes === statSync(file).size;
  } catch (error) {
    if (error instanceof DamagedTable) return false;
    throw error;
  } finally {
    table.close();
  }
}

/** Null if a file is missing or its index was not written under this name. */
export function openTable(file: string, of: TableName): Table | null {
  const table = openSlots(file, of);
  if (!table) return null;
  const { index, textIn, find, close } = table;
  const parse = (text: string) => JSON.parse(text) as Row; // its checksum is right
  const later = (key: string): (() => unknown) => {
    const found = find(key);
    return () => found && parse(found.text)[1];
  };
  return {
    get: (key) => later(key)(),
    later,
    *rows() {
      for (const slot of [...index.all()].sort((a, b) => a.offset - b.offset)) yield parse(textIn(slot));
    },
    close,
  };
}

/** The rows by their slots in the index. */
function openSlots(file: string, of: TableName) {
  const named = indexOf(file, of);
  const index = openIndex(named.file, named.name);
  if (!index) return null;
  const fd = openOrNull(file);
  if (fd === null) {
    index.close();
    return null;
  }
  const mask = index.slots - 1;
  const textIn = createRowReader(fd, { file, name: of.name });
  const find = (key: string): { number: number; text: string } | undefined => {
    const hash = hashKey(key);
    const start = JSON.stringify([key]).slice(0, -1);
    for (let number = hash & mask; ; number = (number + 1) & mask) {
      const slot = index.slot(number);
      if (slot.length === 0) return undefined;
      if (slot.hash !== hash) continue;
      const text = textIn(slot);
      // Its checksum is right, so it is what writeRows wrote.
      if (text.startsWith(`${start},`) || text === `${start}]`) return { number, text };
    }
  };
  const close = () => {
    index.close();
    closeSync(fd);
  };
  return { index, textIn, find, close };
}
