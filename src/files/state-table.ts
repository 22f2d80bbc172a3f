/**
 * A state file of rows, each a text by kind and key, to which a build appends those that it changed. A last line with
 * the head and a hash completes them: without it, as after a killed build, they are ignored. Damage is reported, and
 * the file is then not used. Rows are kept as texts and parsed by their readers, since a build reads few of them. The
 * file can be deleted.
 */
import { createHash, type Hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { errno } from "../problems/cause.ts";
import type { OnDamaged } from "./checksum-file.ts";
import { appendOrRestoreSync } from "./full-disk.ts";
import { writeFileAtomicSync } from "./write-file-atomic.ts";

/**
 * A row that is set, or removed with null. Its kind is a word; its text is JSON, alone or after columns of ASCII,
 * without line ends.
 */
export type RowChange = readonly [kind: string, key: string, text: string | null];

export interface StateTable<Head> {
  /** What the rows stand for; null if nothing is stored. */
  readonly head: Head | null;
  /** The rows of one kind, by key. */
  rows(kind: string): ReadonlyMap<string, string>;
  /** Stores what a build changed. Writes the whole file if it is not as it was left, or if half of it is outdated. */
  save(changes: Iterable<RowChange>, head: Head): void;
  /** Drops all rows; the next `save` writes the whole file. */
  clear(): void;
  /** Whether the file is as it was read or written last. */
  isCurrent(): boolean;
}

/** Begins the line after a build's rows; no row begins with it. */
const END = "#";
const HASH_LENGTH = 16;
/** After it come two hashes: of the rows and the rest of the line, and of the head, so that this can be read alone. */
const END_LENGTH = END.length + HASH_LENGTH;
/** Bytes of a file's end in which its last line is sought first. */
export const TAIL = 1 << 12;
/** Bytes that are written at once. */
const PIECE = 1 << 20;

/** `version` is that of the rows' format; a file of another one is ignored. */
export function openStateTable<Head>(file: string, version: number, onDamaged?: OnDamaged): StateTable<Head> {
  const title = `sitegen table ${version}\n`;
  const rows: Rows = new Map();
  let { head, size, outdated } = readInto<Head>(rows, file, { title, onDamaged });

  /** The line that changes a row; "" if it is as it was. */
  const write = ([kind, key, text]: RowChange): string => {
    const own = rowsOf(rows, kind);
    const before = own.get(key);
    const now = text === null ? undefined : toAscii(text);
    if (before === now) return "";
    if (before !== undefined) outdated += key.length + before.length;
    if (now === undefined) own.delete(key);
    else own.set(key, now);
    return lineOf(kind, key, now);
  };
  const isCurrent = () => size >= 0 && sizeOf(file) === size;
  return {
    get head() {
      return head;
    },
    rows: (kind) => rowsOf(rows, kind),
    clear() {
      rows.clear();
      size = -1;
    },
    save(changes, next) {
      const appends = isCurrent();
      const lines: string[] = [];
      for (const change of changes) {
        const line = write(change);
        if (appends) lines.push(line);
      }
      head = next;
      if (!appends || outdated * 2 > size) {
        writeFileAtomicSync(file, wholeOf(title, rows, head));
        size = sizeOf(file);
        outdated = 0;
        return;
      }
      outdated += END_LENGTH + JSON.stringify(head).length;
      size += appendOrRestoreSync(file, blockOf(lines, head));
    },
    isCurrent,
  };
}

/** By kind and key. */
type Rows = Map<string, Map<string, string>>;

function rowsOf(rows: Rows, kind: string): Map<string, string> {
  const known = rows.get(kind) ?? new Map<string, string>();
  rows.set(kind, known);
  return known;
}

/** The line of a row; without a text it removes the row. */
function lineOf(kind: string, key: string, text: string | undefined): string {
  return `${kind} ${encodeKey(key)}${text === undefined ? "" : `\t${text}`}\n`;
}

/** Bytes; -1 if there is no such file. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? -1;
}

/** The whole file, in pieces: of a large site's, few copies fit into memory. */
function* wholeOf(title: string, rows: Rows, head: unknown): Iterable<Buffer> {
  yield Buffer.from(title);
  yield* blockOf(linesOf(rows), head);
}

function* linesOf(rows: Rows): Iterable<string> {
  for (const [kind, own] of rows) for (const [key, text] of own) yield lineOf(kind, key, text);
}

/** Every piece lies in the same memory: it has to be written before the next one is asked for. */
function* blockOf(lines: Iterable<string>, head: unknown): Iterable<Buffer> {
  const hash = createHash("sha1");
  let memory = Buffer.allocUnsafe(PIECE);
  let length = 0;
  const piece = () => {
    const bytes = memory.subarray(0, length);
    length = 0;
    hash.update(bytes);
    return bytes;
  };
  for (const line of lines) {
    if (length + line.length > memory.length) yield piece();
    if (line.length > memory.length) memory = Buffer.allocUnsafe(line.length);
    length += memory.write(line, length, "latin1");
  }
  yield piece();
  const json = Buffer.from(toAscii(JSON.stringify(head)));
  const end = Buffer.concat([Buffer.from(hashOf([json])), json]);
  yield Buffer.from(`${END}${digestOf(hash.update(end))}${end}\n`);
}

function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return digestOf(hash);
}

function digestOf(hash: Hash): string {
  return hash.digest("base64url").slice(0, HASH_LENGTH);
}

interface ReadTable<Head> {
  head: Head | null;
  /** Bytes; -1 if the next build has to write the whole file. */
  size: number;
  /** Characters of rows that later ones replaced, and of ends. */
  outdated: number;
}

function readInto<Head>(
  rows: Rows,
  file: string,
  { title, onDamaged }: { title: string; onDamaged: OnDamaged | undefined },
): ReadTable<Head> {
  const none: ReadTable<Head> = { head: null, size: -1, outdated: 0 };
  const damaged = () => {
    rows.clear();
    onDamaged?.(file);
    return none;
  };
  const bytes = bytesIn(file);
  if (bytes === null) return none;
  if (bytes === "unreadable") return damaged();
  const text = bytes.toString("latin1");
  // A title that a killed build left unfinished, or one of another version, is no damage.
  if (!text.startsWith(title))
    return title.startsWith(text) || /^sitegen (?:table|state) \d+\n/.test(text) ? none : damaged();
  const found: ReadTable<Head> = { ...none, size: bytes.length };
  for (let at = title.length; at < text.length; ) {
    const end = text.startsWith(END, at) ? at : text.indexOf(`\n${END}`, at) + 1;
    const stop = text.indexOf("\n", end);
    if (end === 0 || stop === -1) return { ...found, size: -1 };
    const last = end + END_LENGTH;
    const whole = hashOf([bytes.subarray(at, end), bytes.subarray(last, stop)]);
    if (whole !== text.slice(end + END.length, last)) return damaged();
    found.outdated += stop - end;
    found.outdated += readRows(rows, text, { from: at, to: end });
    found.head = JSON.parse(text.slice(last + HASH_LENGTH, stop)) as Head; // as `save` wrote it
    at = stop + 1;
  }
  return found.head === null ? { ...found, size: -1 } : found;
}

/** Reads the rows of one build; returns how many characters of earlier ones they replace. */
function readRows(rows: Rows, text: string, { from, to }: { from: number; to: number }): number {
  let outdated = 0;
  let tab = -1;
  let kind = "";
  let own = new Map<string, string>();
  for (let at = from; at < to; ) {
    const stop = text.indexOf("\n", at);
    if (tab < at) tab = text.indexOf("\t", at);
    const isRemoved = tab === -1 || tab > stop;
    const space = text.indexOf(" ", at);
    if (kind === "" || space - at !== kind.length || !text.startsWith(kind, at)) {
      kind = text.slice(at, space);
      own = rowsOf(rows, kind);
    }
    const key = decodeKey(text.slice(space + 1, isRemoved ? stop : tab));
    const before = own.get(key);
    if (before !== undefined) outdated += key.length + before.length;
    if (isRemoved) own.delete(key);
    else own.set(key, text.slice(tab + 1, stop));
    at = stop + 1;
  }
  return outdated;
}

/** The head alone, from the file's last line, whatever is before it; null if that is not whole. */
export function readHead<Head>(file: string): Head | null {
  const text = lastLine(file);
  const head = text.slice(END_LENGTH + HASH_LENGTH, -1);
  const hash = text.slice(END_LENGTH, END_LENGTH + HASH_LENGTH);
  const isWhole = text.startsWith(END) && hash === hashOf([Buffer.from(head, "latin1")]);
  return isWhole ? (JSON.parse(head) as Head) : null; // as `save` wrote it
}

/** With its end; "" if the file has none, or cannot be read. */
function lastLine(file: string): string {
  try {
    const fd = openSync(file, "r");
    try {
      const { size } = fstatSync(fd);
      let text = "";
      let begin = -1;
      let isAll = false;
      for (let length = TAIL; begin < 0 && !isAll; length *= 2) {
        isAll = length >= size;
        const tail = Buffer.alloc(Math.min(length, size));
        text = tail.toString("latin1", 0, readSync(fd, tail, 0, tail.length, size - tail.length));
        begin = text.lastIndexOf("\n", text.length - 2);
      }
      return text.endsWith("\n") ? text.slice(begin + 1) : "";
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
}

/** Null if there is no such file. */
function bytesIn(file: string): Buffer | null | "unreadable" {
  try {
    return readFileSync(file);
  } catch (error) {
    return errno(error) === "ENOENT" ? null : "unreadable";
  }
}

/** The same JSON in ASCII, which is read and kept in half of the memory. */
export function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, escaped);
}

/** Without the flag `u`: each half of a surrogate pair is escaped by itself, as `decodeKey` reads them. */
const NOT_PLAIN = /[^ -[\]-~]/g;

function encodeKey(key: string): string {
  return key.replace(NOT_PLAIN, escaped);
}

function decodeKey(key: string): string {
  if (!key.includes("\\")) return key;
  return key.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
