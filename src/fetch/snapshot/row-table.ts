/**
 * A key-value file that is read without parsing all of it and never changed: JSON rows, and a hash index with each row's
 * offset. Each row has a checksum, and so has each block of the index, so that a missing key is known to be missing:
 * neither a flipped byte nor a part of another table is taken for a valid result. A lookup reads only what it needs,
 * however large the table is.
 */
import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DamagedTable, hashKey, openIndex, openOrNull, SLOT_LENGTH, writeIndex } from "./row-table-index.ts";
import { createRowReader, type Row, writeRows } from "./row-table-rows.ts";

export { DamagedTable } from "./row-table-index.ts";
export type { Row } from "./row-table-rows.ts";

export interface Table {
  /** The value of a key; undefined if there is none. Throws DamagedTable. */
  get(key: string): unknown;
  /** All rows in the order in which they were written. Throws DamagedTable. */
  rows(): Iterable<Row>;
  close(): void;
}

/** The files of a table: rows and index. */
export function tableFiles(file: string): string[] {
  return [file, indexOf(file)];
}

function indexOf(file: string): string {
  return `${file}.index`;
}

/** Writes a table and returns its number of rows. `name` identifies the contents and is part of every checksum. */
export function writeTable(file: string, name: string, rows: Iterable<Row>): number {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, "w");
  let places: number[];
  try {
    places = writeRows(fd, name, rows);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  writeIndex(indexOf(file), name, places);
  return places.length / SLOT_LENGTH;
}

/** Whether a table is as it was written: reads all of it. */
export function isWholeTable(file: string, name: string): boolean {
  const table = openSlots(file, name);
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
export function openTable(file: string, name: string): Table | null {
  const table = openSlots(file, name);
  if (!table) return null;
  const { index, textIn, find, close } = table;
  const parse = (text: string) => JSON.parse(text) as Row; // its checksum is right
  return {
    get(key) {
      const text = find(key);
      return text === undefined ? undefined : parse(text)[1];
    },
    *rows() {
      for (const slot of [...index.all()].sort((a, b) => a.offset - b.offset)) yield parse(textIn(slot));
    },
    close,
  };
}

/** The rows by their slots in the index. */
function openSlots(file: string, name: string) {
  const index = openIndex(indexOf(file), name);
  if (!index) return null;
  const fd = openOrNull(file);
  if (fd === null) {
    index.close();
    return null;
  }
  const mask = index.slots - 1;
  const textIn = createRowReader(fd, { file, name });
  const find = (key: string): string | undefined => {
    const hash = hashKey(key);
    const start = JSON.stringify([key]).slice(0, -1);
    for (let number = hash & mask; ; number = (number + 1) & mask) {
      const slot = index.slot(number);
      if (slot.length === 0) return undefined;
      if (slot.hash !== hash) continue;
      const text = textIn(slot);
      // The checksum is right, so the row is JSON that `writeRows` wrote.
      if (text.startsWith(`${start},`) || text === `${start}]`) return text;
    }
  };
  const close = () => {
    index.close();
    closeSync(fd);
  };
  return { index, textIn, find, close };
}
