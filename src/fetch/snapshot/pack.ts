import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { diskFullError, isDiskFull, sizeText } from "../../files/full-disk.ts";
import { contentHash } from "../../files/hash.ts";
import { removeFolderAt } from "../../files/write-file-atomic.ts";

/**
 * A pack file holds stories as lines of JSON. It is written once under a temporary name, then renamed to the hash of
 * its content and never changed. It is read through one open descriptor, so that a later pull may delete the file while
 * an earlier space is still in use.
 */
export interface Pack {
  name: string;
  fd: number;
  bytes: number;
  /** Makes sure that these bytes are in the file, of which only a part is here. */
  bring?: ((from: number, length: number) => void) | undefined;
}

/** Packs that are only partly here, by name (src/state); null for one that is whole. */
export type PartialPacks = (name: string) => Pick<Pack, "bytes" | "bring"> | null;

/** Names the packs of which not all parts are here; src/state writes it before the first of them is made. */
export const PARTIAL_FILE = join("cache", "partial-packs.json");

/** The packs here of which parts are missing. */
export function partialPacks(stateDir: string): Set<string> {
  try {
    const names: unknown = JSON.parse(readFileSync(join(stateDir, PARTIAL_FILE), "utf8"));
    return new Set(Array.isArray(names) ? names.map(String) : []);
  } catch {
    return new Set(); // none are
  }
}

const CHUNK = 1024 * 1024;
const END = Buffer.from("\n");

/**
 * If the disk is full, the pack deletes what it has written and from then on only counts bytes, so that the error can
 * say how much space is needed.
 */
export function createPackWriter(dir: string, name = temporaryName()) {
  const path = join(dir, name);
  const pack: Pack = { name, fd: openSync(path, "w+"), bytes: 0 };
  const hash = createHash("sha256");
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let open = true;
  let full: unknown;
  const empty = () => {
    try {
      if (!full) writeChunk(pack.fd, hash, waiting);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      full = error;
      giveFree(pack.fd);
    }
    waiting = [];
    waitingBytes = 0;
  };
  const discard = () => {
    if (!open) return;
    open = false;
    closeSync(pack.fd);
    rmSync(path, { force: true });
  };
  return {
    pack,
    /** The line, without its end, as UTF-8. */
    append(line: Buffer): { offset: number; length: number } {
      // A response may arrive after the pull was aborted; the descriptor's number may then belong to another file.
      if (!open) throw new Error("The pack is closed.");
      const offset = pack.bytes;
      const length = line.length + END.length;
      pack.bytes += length;
      waiting.push(line, END);
      waitingBytes += length;
      if (waitingBytes >= CHUNK) empty();
      return { offset, length: line.length };
    },
    /** Renames the pack to its final name; null if nothing was appended. Throws DISK_FULL with the total size needed. */
    finish(): Pack | null {
      if (pack.bytes === 0) {
        discard();
        return null;
      }
      empty();
      if (full) {
        const needed = `the stories need ${sizeText(pack.bytes)}`;
        throw diskFullError({ folder: dir, needed, cause: full });
      }
      open = false;
      fsyncSync(pack.fd);
      pack.name = packName(hash.digest("hex"));
      removeFolderAt(join(dir, pack.name));
      renameSync(path, join(dir, pack.name));
      return pack;
    },
    discard,
  };
}

/** Unique, since two pulls may share the folder and one pull may need several names. */
function temporaryName(): string {
  return `tmp-${process.pid}-${performance.now().toString(36).replace(".", "-")}-${Math.random().toString(36).slice(2)}`;
}

function writeChunk(fd: number, hash: Hash, parts: Buffer[]): void {
  const chunk = Buffer.concat(parts);
  hash.update(chunk);
  let written = 0;
  while (written < chunk.length) written += writeSync(fd, chunk, written);
}

function giveFree(fd: number): void {
  try {
    ftruncateSync(fd);
  } catch {
    // The space is freed when the file is removed.
  }
}

function packName(hash: string): string {
  return `pack-${hash.slice(0, 32)}.ndjson`;
}

export function isPackName(name: string): boolean {
  return /^pack-[0-9a-f]{32}\.ndjson$/.test(name);
}

/** Size in bytes and mtime in milliseconds. */
export function sizeAndTime(fd: number): [size: number, mtimeMs: number] {
  const { size, mtimeMs } = fstatSync(fd);
  return [size, mtimeMs];
}

/**
 * Opens a finished pack. If its size or mtime differ from `written`, for example after a copy, the whole file is read
 * and must match the hash in its name.
 */
export function openPack(
  dir: string,
  name: string,
  { written, partial }: { written: readonly number[] | null; partial: PartialPacks | undefined },
): Pack | null {
  const part = partial?.(name);
  const fd = openSync(join(dir, name), "r");
  if (part) return { name, fd, ...part };
  const [size, mtimeMs] = sizeAndTime(fd);
  if (written?.[0] === size && written[1] === mtimeMs) return { name, fd, bytes: size };
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(CHUNK);
  let bytes = 0;
  for (let read = readSync(fd, buffer, 0, CHUNK, null); read > 0; read = readSync(fd, buffer, 0, CHUNK, null)) {
    hash.update(buffer.subarray(0, read));
    bytes += read;
  }
  if (packName(hash.digest("hex")) === name) return { name, fd, bytes };
  closeSync(fd);
  return null;
}

export interface PackSlice {
  pack: Pack;
  offset: number;
  length: number;
  hash: string;
}

/**
 * One line as UTF-8, or null if it is not what was stored. In that case the pack's mtime is changed, so that the next
 * pull reads all of it and drops it.
 */
export function readLine(place: PackSlice): Buffer<ArrayBuffer> | null {
  const line = readAt(place);
  if (line !== null && contentHash(line) === place.hash) return line;
  futimesSync(place.pack.fd, 0, 0);
  return null;
}

/** In memory of its own, so that it can be moved to another thread. */
function readAt({ pack, offset, length }: PackSlice): Buffer<ArrayBuffer> | null {
  if (offset + length > pack.bytes) return null; // the index is not of this pack
  pack.bring?.(offset, length);
  const buffer = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const got = readSync(pack.fd, buffer, read, length - read, offset + read);
    if (got === 0) return null;
    read += got;
  }
  return buffer;
}
