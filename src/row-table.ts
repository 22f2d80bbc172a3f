/**
 * A key-value file that is read without parsing all of it: JSON rows, and a hash index with each row's offset. A table
 * is written once and never changed. Each row has a checksum, and so has each block of the index, so that a missing key
 * is known to be missing: neither a flipped byte nor a part of another table is taken for a valid result. A lookup
 * reads only what it needs, however large the table is.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { shortHash } from "../short-hash.ts";

export type Row = readonly [key: string, value: unknown];

export interface Table {
  /** The value of a key; undefined if there is none. Throws DamagedTable. */
  get(key: string): unknown;
  /** The same, read and checked now but parsed on demand. */
  later(key: string): () => unknown;
  close(): void;
}

/** Thrown when a checksum of the table is wrong. */
export class DamagedTable extends Error {}

/** Numbers per slot: hash of the key, offset of its row, length of its row. An empty slot has length 0. */
const SLOT = 3;
const CHUNK = 1024 * 1024;
const SUM_LENGTH = 16;
/** Slots of the index that are read and checked together; their checksum precedes them. */
const BLOCK_SLOTS = 16;
const BLOCK_NUMBERS = BLOCK_SLOTS * SLOT;
const BLOCK_BYTES = SUM_LENGTH + BLOCK_NUMBERS * Uint32Array.BYTES_PER_ELEMENT;

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
  const slots = new Uint32Array(SLOT * 2 ** Math.ceil(Math.log2(Math.max(BLOCK_SLOTS, count * 1.5))));
  const mask = slots.length / SLOT - 1;
  for (let at = 0; at < places.length; at += SLOT) {
    let slot = (places[at] ?? 0) & mask;
    while (slots[slot * SLOT + 2] !== 0) slot = (slot + 1) & mask;
    slots.set(places.slice(at, at + SLOT), slot * SLOT);
  }
  const blocks = slots.length / BLOCK_NUMBERS;
  const parts: Buffer[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const numbers = slots.subarray(block * BLOCK_NUMBERS, (block + 1) * BLOCK_NUMBERS);
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    parts.push(Buffer.from(blockSum(name, { block, blocks }, bytes)), bytes);
  }
  writeFileSync(file, Buffer.concat(parts));
}

/** Covers the block's position too, so that another block or a truncated index is detected. */
function blockSum(name: string, { block, blocks }: { block: number; blocks: number }, bytes: Buffer): string {
  return shortHash(`${name} ${block} ${blocks} ${shortHash(bytes)}`);
}

/** Null if a file is missing or its index was not written under this name. */
export function openTable(file: string, name: string): Table | null {
  const index = openIndex(`${file}.index`, name);
  if (!index) return null;
  const fd = openOrNull(file);
  if (fd === null) {
    index.close();
    return null;
  }
  const mask = index.slots - 1;
  const textIn = ({ offset, length }: Slot): string => {
    const buffer = Buffer.allocUnsafe(length);
    const read = readOrNone(fd, buffer, offset);
    const line = buffer.toString("utf8", 0, Math.max(0, read - 1));
    const text = line.slice(SUM_LENGTH);
    if (read < length || shortHash(name + text) !== line.slice(0, SUM_LENGTH)) throw new DamagedTable(file);
    return text;
  };
  const later = (key: string): (() => unknown) => {
    const hash = hashOf(key);
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
    close() {
      index.close();
      closeSync(fd);
    },
  };
}

interface Slot {
  hash: number;
  offset: number;
  length: number;
}

interface Index {
  /** Number of slots, a power of two. */
  slots: number;
  /** Reads the slot's block on first use. Throws DamagedTable. */
  slot(number: number): Slot;
  close(): void;
}

/** Blocks of the last index, so that a process that builds repeatedly reads each once while the file is unchanged. */
let lastBlocks: { file: string; name: string; stamp: string; read: Map<number, Uint32Array> } | null = null;

/** Null if the file is missing or its first block was not written under this name. */
function openIndex(file: string, name: string): Index | null {
  const fd = openOrNull(file);
  if (fd === null) return null;
  const stamp = stampOf(file);
  if (lastBlocks?.file !== file || lastBlocks.name !== name || lastBlocks.stamp !== stamp)
    lastBlocks = { file, name, stamp, read: new Map() };
  const { read } = lastBlocks;
  const blocks = fstatSync(fd).size / BLOCK_BYTES;
  const readBlock = (block: number): Uint32Array => {
    const bytes = Buffer.allocUnsafe(BLOCK_BYTES);
    const body = bytes.subarray(SUM_LENGTH);
    const length = readOrNone(fd, bytes, block * BLOCK_BYTES);
    if (length < BLOCK_BYTES || bytes.toString("latin1", 0, SUM_LENGTH) !== blockSum(name, { block, blocks }, body))
      throw new DamagedTable(file);
    return new Uint32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
  };
  const numbersOf = (block: number): Uint32Array => {
    const numbers = read.get(block) ?? readBlock(block);
    read.set(block, numbers);
    return numbers;
  };
  try {
    numbersOf(0);
  } catch {
    closeSync(fd);
    return null;
  }
  return {
    slots: blocks * BLOCK_SLOTS,
    slot(number) {
      const numbers = numbersOf(Math.floor(number / BLOCK_SLOTS));
      const at = (number % BLOCK_SLOTS) * SLOT;
      return { hash: numbers[at] ?? 0, offset: numbers[at + 1] ?? 0, length: numbers[at + 2] ?? 0 };
    },
    close: () => closeSync(fd),
  };
}

/** Identity, size and time of a file; "" if there is none. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.ino, found.size, found.mtimeNs].join(" ") : "";
}

/** A folder can be opened like a file but not read. */
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

/** FNV-1a with extra mixing, since its low bits choose the slot. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
