/**
 * A state file that each build appends to: rows, and after them a head that says what the file as a whole stands for. A
 * build's rows count only if its head follows, so that a build that was killed while it wrote is as if it had not been.
 * Every line begins with a hash of the rest; damage is reported, and the file is then not used. Can be deleted safely.
 */
import { readFileSync, statSync } from "node:fs";
import type { OnDamaged } from "./checksum-file.ts";
import { appendOrRestoreSync } from "./full-disk.ts";
import { shortHash } from "./short-hash.ts";
import { writeFileAtomicSync } from "./write-file-atomic.ts";

export interface StateLog<Head, Row> {
  /** Null if there is none. */
  head: Head | null;
  /** All rows in the order in which they were written. */
  rows: Row[];
  /** Adds the rows of a build. Replaces the file if it is not as it was read or written last. */
  append(rows: Iterable<Row>, head: Head, all: () => Iterable<Row>): void;
  replace(rows: Iterable<Row>, head: Head): void;
  /** Whether the file is as it was read or written last. */
  isCurrent(): boolean;
}

/** Characters of a line's hash. */
const HASH_LENGTH = 16;
const ROWS_A_LINE = 500;

/** `version` is that of the rows' format; a file of another one is ignored. */
export function openStateLog<Head, Row>(file: string, version: number, onDamaged?: OnDamaged): StateLog<Head, Row> {
  const read = readLog<Head, Row>(file, version, onDamaged);
  let size = read.isWhole ? sizeOf(file) : -1;
  const replace = (rows: Iterable<Row>, head: Head) => {
    const text = textOf(rows, { head, version });
    writeFileAtomicSync(file, text);
    size = sizeOf(file);
  };
  return {
    head: read.head,
    rows: read.rows,
    replace,
    append(rows, head, all) {
      if (size < 0 || sizeOf(file) !== size) {
        replace(all(), head);
        return;
      }
      appendOrRestoreSync(file, textOf(rows, { head, version }));
      size = sizeOf(file);
    },
    isCurrent: () => size >= 0 && sizeOf(file) === size,
  };
}

/** Bytes; -1 if there is no such file. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? -1;
}

interface End {
  head: unknown;
  version: number;
}

function textOf(rows: Iterable<unknown>, end: End): Buffer {
  const parts: Buffer[] = [];
  let group: string[] = [];
  const close = () => {
    if (group.length > 0) parts.push(lineOf(`[${group.join(",")}]`));
    group = [];
  };
  for (const row of rows) {
    group.push(JSON.stringify(row));
    if (group.length === ROWS_A_LINE) close();
  }
  close();
  parts.push(lineOf(JSON.stringify(end)));
  return Buffer.concat(parts);
}

function lineOf(json: string): Buffer {
  return Buffer.from(`${shortHash(json)}${json}\n`);
}

function readLog<Head, Row>(
  file: string,
  version: number,
  onDamaged?: OnDamaged,
): { head: Head | null; rows: Row[]; isWhole: boolean } {
  const none = { head: null, rows: [], isWhole: false };
  const text = textIn(file, onDamaged);
  if (text === null) return none;
  const lines = text.split("\n");
  // What a killed build left is no damage.
  const isCut = lines.pop() !== "";
  let head: Head | null = null;
  const rows: Row[] = [];
  let waiting: Row[][] = [];
  for (const line of lines) {
    const json = line.slice(HASH_LENGTH);
    if (shortHash(json) !== line.slice(0, HASH_LENGTH)) {
      onDamaged?.(file);
      return none;
    }
    const value = JSON.parse(json) as Row[] | End; // as textOf wrote it
    if (Array.isArray(value)) waiting.push(value);
    else if (value.version !== version) return none;
    else {
      for (const group of waiting) for (const row of group) rows.push(row);
      waiting = [];
      head = value.head as Head;
    }
  }
  return { head, rows, isWhole: head !== null && !isCut && waiting.length === 0 };
}

/** Null if there is no such file. */
function textIn(file: string, onDamaged?: OnDamaged): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) onDamaged?.(file);
    return null;
  }
}
