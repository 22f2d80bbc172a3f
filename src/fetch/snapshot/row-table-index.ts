/**
 * The index of a table (row-table.ts): where each key's row is, in blocks that are read and checked one by one. A key
 * that is not found was not written.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { writeOrRemoveSync } from "../../full-disk.ts";
import { shortHash } from "../../short-hash.ts";

/** Thrown when a checksum of the table is wrong. */
export class DamagedTable extends Error {}

/** Numbers per slot: hash of the key, offset of its row, length of its row. An empty slot has length 0. */
export const SLOT_LENGTH = 3;
/** Characters of a checksum. */
export const CHECKSUM_LENGTH = 16;
/** Slots of the index that are read and checked together; their checksum precedes them. */
const BLOCK_SLOTS = 16;
const BLOCK_NUMBERS = BLOCK_SLOTS * SLOT_LENGTH;
const BLOCK_BYTES = CHECKSUM_LENGTH + BLOCK_NUMBERS * Uint32Array.BYTES_PER_ELEMENT;

/** Writes the index of a table. `places` has the numbers of a slot for each row. */
export function writeIndex(file: string, name: string, places: readonly number[]): void {
  const count = places.length / SLOT_LENGTH;
  const slots = new Uint32Array(SLOT_LENGTH * 2 ** Math.ceil(Math.log2(Math.max(BLOCK_SLOTS, count * 1.5))));
  const mask = slots.length / SLOT_LENGTH - 1;
  for (let at = 0; at < places.length; at += SLOT_LENGTH) {
    let slot = (places[at] ?? 0) & mask;
    while (slots[slot * SLOT_LENGTH + 2] !== 0) slot = (slot + 1) & mask;
    slots.set(places.slice(at, at + SLOT_LENGTH), slot * SLOT_LENGTH);
  }
  const blocks = slots.length / BLOCK_NUMBERS;
  const parts: Buffer[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const numbers = slots.subarray(block * BLOCK_NUMBERS, (block + 1) * BLOCK_NUMBERS);
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    parts.push(Buffer.from(blockSum(name, { block, blocks }, bytes)), bytes);
  }
  writeOrRemoveSync(file, Buffer.concat(parts));
}

/** Covers the block's position too, so that another block or a truncated index is detected. */
function blockSum(name: string, { block, blocks }: { block: number; blocks: number }, bytes: Buffer): string {
  return shortHash(`${name} ${block} ${blocks} ${shortHash(bytes)}`);
}

export interface Slot {
  hash: number;
  offset: number;
  length: number;
}

interface Index {
  /** Number of slots, a power of two. */
  slots: number;
  /** Reads the slot's block on first use. Throws DamagedTable. */
  slot(number: number): Slot;
  /** The slots of all rows; reads all blocks, and keeps none in memory. Throws DamagedTable. */
  all(): Iterable<Slot>;
  close(): void;
}

/** Blocks of an index file. */
interface Blocks {
  /** The index's name, and which file it was read from. */
  stamp: string;
  read: Map<number, Uint32Array>;
}

/** Blocks that this process has read, by file: one that builds repeatedly reads each once while the file is unchanged. */
const blocksRead = new Map<string, Blocks>();
/** The index of the last snapshot and the one of the next. */
const MAX_INDEXES = 2;

function blocksOf(file: string, name: string): Blocks["read"] {
  const stamp = `${name} ${stampOf(file)}`;
  const known = blocksRead.get(file);
  const { read } = known?.stamp === stamp ? known : { read: new Map<number, Uint32Array>() };
  blocksRead.delete(file);
  blocksRead.set(file, { stamp, read });
  for (const oldest of [...blocksRead.keys()].slice(0, -MAX_INDEXES)) blocksRead.delete(oldest);
  return read;
}

/** Null if the file is missing or its first block was not written under this name. */
export function openIndex(file: string, name: string): Index | null {
  const fd = openOrNull(file);
  if (fd === null) return null;
  const read = blocksOf(file, name);
  const blocks = fstatSync(fd).size / BLOCK_BYTES;
  const readBlock = (block: number): Uint32Array => {
    const bytes = Buffer.allocUnsafe(BLOCK_BYTES);
    const body = bytes.subarray(CHECKSUM_LENGTH);
    const length = readBytes(fd, bytes, block * BLOCK_BYTES);
    if (
      length < BLOCK_BYTES ||
      bytes.toString("latin1", 0, CHECKSUM_LENGTH) !== blockSum(name, { block, blocks }, body)
    )
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
  const slots = blocks * BLOCK_SLOTS;
  const slotIn = (numbers: Uint32Array, number: number): Slot => {
    const at = (number % BLOCK_SLOTS) * SLOT_LENGTH;
    return { hash: numbers[at] ?? 0, offset: numbers[at + 1] ?? 0, length: numbers[at + 2] ?? 0 };
  };
  return {
    slots,
    slot: (number) => slotIn(numbersOf(Math.floor(number / BLOCK_SLOTS)), number),
    *all() {
      for (let block = 0; block < blocks; block += 1) {
        const numbers = read.get(block) ?? readBlock(block);
        for (let number = block * BLOCK_SLOTS; number < (block + 1) * BLOCK_SLOTS; number += 1) {
          const slot = slotIn(numbers, number);
          if (slot.length > 0) yield slot;
        }
      }
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
export function readBytes(fd: number, buffer: Buffer, offset: number): number {
  try {
    return readSync(fd, buffer, 0, buffer.length, offset);
  } catch {
    return 0;
  }
}

export function openOrNull(file: string): number | null {
  try {
    return openSync(file, "r");
  } catch {
    return null;
  }
}

/** FNV-1a with extra mixing, since its low bits choose the slot. */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
