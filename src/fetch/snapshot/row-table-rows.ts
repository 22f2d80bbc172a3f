/** The rows of a table (row-table.ts) in their file: lines of JSON, each with a checksum. */
import { writeSync } from "node:fs";
import { shortHash } from "../../short-hash.ts";
import { CHECKSUM_LENGTH, DamagedTable, hashKey, readBytes, type Slot } from "./row-table-index.ts";

export type Row = readonly [key: string, value: unknown];

const CHUNK = 1024 * 1024;

/** Writes rows; returns their places for the index. `name` is part of every checksum. */
export function writeRows(fd: number, name: string, rows: Iterable<Row>): number[] {
  const places: number[] = [];
  let written = 0;
  let end = 0;
  let waiting: string[] = [];
  const flush = () => {
    const chunk = Buffer.from(waiting.join(""));
    for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done, undefined, written + done);
    written = end;
    waiting = [];
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    const line = `${shortHash(name + text)}${text}\n`;
    const length = Buffer.byteLength(line);
    places.push(hashKey(row[0]), end, length);
    end += length;
    waiting.push(line);
    if (end - written > CHUNK) flush();
  }
  flush();
  return places;
}

/** Returns a row's JSON. Throws DamagedTable unless it is what `writeRows` wrote under this name. */
export function createRowReader(fd: number, { file, name }: { file: string; name: string }): (slot: Slot) => string {
  return ({ offset, length }) => {
    const bytes = Buffer.allocUnsafe(length);
    if (readBytes(fd, bytes, offset) < length) throw new DamagedTable(file);
    const line = bytes.toString("utf8", 0, length - 1);
    const text = line.slice(CHECKSUM_LENGTH);
    if (shortHash(name + text) !== line.slice(0, CHECKSUM_LENGTH)) throw new DamagedTable(file);
    return text;
  };
}
