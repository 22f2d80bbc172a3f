/**
 * Values by key in a file that is opened, not parsed: rows of JSON, and an index of where each key's row is. A table
 * is written once and never changed. Every row is checked when it is read and the index when it is opened, so that a
 * key that is not found was not written: neither a flipped byte nor a part of another table passes for an answer.
 */
import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { shortHash } from "../short-hash.ts";

export type Row = readonly [key: string, value: unknown];

export interface Table {
  /** The value of a key, or undefined where it has none. Throws DamagedTable. */
  get(key: string): unknown;
  /** The same, read and checked now and parsed when it is asked for. */
  later(key: string): () => unknown;
  close(): void;
}

/** A row is not as it was written. */
export class DamagedTable extends Error {}

/** Numbers of a slot: hash of the key, offset of its row, length of its row. An empty slot has the length 0. */
const SLOT = 3;
const CHUNK = 1024 * 1024;
const SUM_LENGTH = 16;

/**
 * Writes a table of that name; answers how many rows it has. The name stands for the contents: it is in every row's
 * sum.
 */
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
      places.push(hashOf(row[0]), offset, length);
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
  writeIndex(`${file}.index`, name, places);
  return places.length / SLOT;
}

function withChecksum(name: string, text: string): string {
  return `${shortHash(name + text)}${text}\n`;
}

function writeIndex(file: string, name: string, places: readonly number[]): void {
  const count = places.length / SLOT;
  const slots = new Uint32Array(SLOT * 2 ** Math.ceil(Math.log2(Math.max(2, count * 1.5))));
  const mask = slots.length / SLOT - 1;
  for (let at = 0; at < places.length; at += SLOT) {
    let slot = (places[at] ?? 0) & mask;
    while (slots[slot * SLOT + 2] !== 0) slot = (slot + 1) & mask;
    slots.set(places.slice(at, at + SLOT), slot * SLOT);
  }
  const bytes = Buffer.from(slots.buffer);
  const fd = openSync(file, "w");
  try {
    writeSync(fd, shortHash(name + shortHash(bytes)));
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
  } finally {
    closeSync(fd);
  }
}

/** Null where a file is missing or its index is not the one that was written under this name. */
export function openTable(file: string, name: string): Table | null {
  const slots = keptIndex(`${file}.index`, name);
  if (!slots) return null;
  const fd = openOrNull(file);
  if (fd === null) return null;
  const mask = slots.length / SLOT - 1;
  const textIn = (slot: number): string => {
    const length = slots[slot * SLOT + 2] ?? 0;
    const buffer = Buffer.allocUnsafe(length);
    const read = readOrNone(fd, buffer, slots[slot * SLOT + 1] ?? 0);
    const line = buffer.toString("utf8", 0, Math.max(0, read - 1));
    const text = line.slice(SUM_LENGTH);
    if (read < length || shortHash(name + text) !== line.slice(0, SUM_LENGTH)) throw new DamagedTable(file);
    return text;
  };
  const later = (key: string): (() => unknown) => {
    const hash = hashOf(key);
    const start = JSON.stringify([key]).slice(0, -1);
    for (let slot = hash & mask; isTaken(slot); slot = (slot + 1) & mask) {
      if (slots[slot * SLOT] !== hash) continue;
      const text = textIn(slot);
      // Its sum holds, so it is what writeTable wrote.
      if (text.startsWith(`${start},`) || text === `${start}]`) return () => (JSON.parse(text) as Row)[1];
    }
    return () => undefined;
  };
  const isTaken = (slot: number) => slots[slot * SLOT + 2] !== 0;
  return {
    get: (key) => later(key)(),
    later,
    close: () => closeSync(fd),
  };
}

/** The index that was opened last: a process that builds again and again reads it once while it stays as it is. */
let lastIndex: { file: string; name: string; stamp: string; slots: Uint32Array } | null = null;

function keptIndex(file: string, name: string): Uint32Array | null {
  const stamp = stampOf(file);
  if (lastIndex?.file === file && lastIndex.name === name && lastIndex.stamp === stamp) return lastIndex.slots;
  const slots = readIndex(file, name);
  lastIndex = slots && { file, name, stamp, slots };
  return slots;
}

/** Which file it is, its size and when it was changed; "" for none. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.ino, found.size, found.mtimeNs].join(" ") : "";
}

function readIndex(file: string, name: string): Uint32Array | null {
  try {
    const bytes = readFileSync(file);
    const body = bytes.subarray(SUM_LENGTH);
    if (bytes.toString("latin1", 0, SUM_LENGTH) !== shortHash(name + shortHash(body))) return null;
    return new Uint32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
  } catch {
    return null;
  }
}

/** A folder in the file's place opens, and cannot be read. */
function readOrNone(fd: number, buffer: Buffer, offset: number): number {
  try {
    return readSync(fd, buffer, 0, buffer.length, offset);
  } catch {
    return 0;
  }
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, "r");
  } catch {
    return null;
  }
}

/** FNV-1a with its bits stirred once more: its low bits choose the slot. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
