/**
 * A key-value file that is read without parsing all of it: JSON rows, and a hash index with each row's offset. A table
 * is written once and never changed. Each row has a checksum, and so has each block of the index, so that a missing key
 * is known to be missing: neither a flipped byte nor a part of another table is taken for a valid result. A lookup
 * reads only what it needs, however large the table is.
 */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import {
  CHECKSUM_LENGTH,
  DamagedTable,
  hashKey,
  openIndex,
  openOrNull,
  readBytes,
  SLOT_LENGTH,
  type Slot,
  writeIndex,
} from "./row-table-index.ts";
import { shortHash } from "./short-hash.ts";

export { DamagedTable } from "./row-table-index.ts";

export type Row = readonly [key: string, value: unknown];

export interface Table {
  /** The value of a key; undefined if there is none. Throws DamagedTable. */
  get(key: string): unknown;
  /** The same, read and checked now but parsed on demand. */
  later(key: string): () => unknown;
  /** All rows in the order in which they were written. Throws DamagedTable. */
  rows(): Iterable<Row>;
  close(): void;
}

const CHUNK = 1024 * 1024;
const LINE_END = 0x0a;

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
  const places: number[] = [];
  let offset = 0;
  let waiting: string[] = [];
  let waitingLength = 0;
  const flush = () => {
    const chunk = Buffer.from(waiting.join(""));
    for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
    waiting = [];
    waitingLength = 0;
  };
  try {
    for (const row of rows) {
      const line = withChecksum(name, JSON.stringify(row));
      const length = Buffer.byteLength(line);
      places.push(hashKey(row[0]), offset, length);
      offset += length;
      waiting.push(line);
      waitingLength += length;
      if (waitingLength > CHUNK) flush();
    }
    flush();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  writeIndex(indexOf(file), name, places);
  return places.length / SLOT_LENGTH;
}

function withChecksum(name: string, text: string): string {
  return `${shortHash(name + text)}${text}\n`;
}

/** Whether a table is as it was written: reads all of it. */
export function isWholeTable(file: string, name: string): boolean {
  const table = openTable(file, name);
  try {
    for (const _ of table?.rows() ?? []);
    return table !== null;
  } catch (error) {
    if (error instanceof DamagedTable) return false;
    throw error;
  } finally {
    table?.close();
  }
}

/** Null if a file is missing or its index was not written under this name. */
export function openTable(file: string, name: string): Table | null {
  const index = openIndex(indexOf(file), name);
  if (!index) return null;
  const fd = openOrNull(file);
  if (fd === null) {
    index.close();
    return null;
  }
  const mask = index.slots - 1;
  const checked = (line: string): string => {
    const text = line.slice(CHECKSUM_LENGTH);
    if (shortHash(name + text) !== line.slice(0, CHECKSUM_LENGTH)) throw new DamagedTable(file);
    return text;
  };
  const textIn = ({ offset, length }: Slot): string => {
    const buffer = Buffer.allocUnsafe(length);
    if (readBytes(fd, buffer, offset) < length) throw new DamagedTable(file);
    return checked(buffer.toString("utf8", 0, length - 1));
  };
  const later = (key: string): (() => unknown) => {
    const hash = hashKey(key);
    const start = JSON.stringify([key]).slice(0, -1);
    for (let number = hash & mask; ; number = (number + 1) & mask) {
      const slot = index.slot(number);
      if (slot.length === 0) return () => undefined;
      if (slot.hash !== hash) continue;
      const text = textIn(slot);
      // Its checksum is right, so it is what writeTable wrote.
      if (text.startsWith(`${start},`) || text === `${start}]`) return () => (JSON.parse(text) as Row)[1];
    }
  };
  return {
    get: (key) => later(key)(),
    later,
    *rows() {
      let count = 0;
      for (const line of readLines(fd)) {
        count += 1;
        yield JSON.parse(checked(line)) as Row; // its checksum is right
      }
      // Lines that are missing at the end.
      if (count !== index.count()) throw new DamagedTable(file);
    },
    close() {
      index.close();
      closeSync(fd);
    },
  };
}

/** The lines of a file, of which a part is in memory at a time. */
function* readLines(fd: number): Iterable<string> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let rest = Buffer.alloc(0);
  let offset = 0;
  for (let read = readBytes(fd, buffer, offset); read > 0; read = readBytes(fd, buffer, offset)) {
    offset += read;
    const bytes = Buffer.concat([rest, buffer.subarray(0, read)]);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    rest = Buffer.from(bytes.subarray(end));
    if (end > 0) yield* bytes.toString("utf8", 0, end - 1).split("\n");
  }
  if (rest.length > 0) yield rest.toString();
}
