import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { OnDamaged } from "../../checksum-file.ts";
import type { CountWork } from "../../content/work-counter.ts";
import { openTable, type Row, writeTable } from "../../row-table.ts";
import { shortHash } from "../../short-hash.ts";
import { mergeChanges } from "./merge-changes.ts";
import { changesFile, readHead, rowsFile, startOfChanges, writeHead } from "./store-files.ts";

/**
 * What a build stores for the next one, read by key: a table (src/row-table.ts), and the rows that later builds of a few pages
 * changed. Those are appended, one line per build, each with a checksum over all lines up to it, and moved into the table
 * when they are many. Can be deleted safely.
 */
export interface Store {
  /** The value of a key; undefined if there is none. Throws DamagedTable. */
  get(key: string): unknown;
  /** The same, read and checked now but parsed on demand. */
  later(key: string): () => unknown;
  /** Appends the changed rows of a build; undefined removes a key. Either all rows are applied, or none. */
  append(rows: readonly Row[]): void;
  /** True if the appended rows are so many that reading them costs time. */
  isFull(): boolean;
  /** Moves the appended rows into the table. Killed at any moment, it leaves the one store or the other. */
  merge(): void;
  close(): void;
}

/** Appended rows are read at each start; with more bytes than this they are moved into the table. */
const MAX_CHANGE_BYTES = 2 * 1024 * 1024;

/**
 * Path of an output folder's store; one state folder may have several. Both may be moved together, for example by a
 * CI's cache.
 */
export function storeFolder(stateDir: string, out: string): string {
  const name = shortHash(relative(resolve(stateDir), out).split(sep).join("/"));
  return join(stateDir, "cache", `site-${name.replace(/[^A-Za-z0-9]/g, "x")}`);
}

/** Replaces the store of the folder. `name` identifies its contents. */
export function writeStore(folder: string, name: string, rows: Iterable<Row>): void {
  dropStore(folder);
  writeTable(rowsFile(folder, { name }), name, rows);
  writeHead(folder, { name, extensions: 0 });
}

export interface StoreOptions {
  onDamaged?: OnDamaged | undefined;
  count?: CountWork | undefined;
}

/** Null if there is none, or it is damaged. */
export function openStore(folder: string, { onDamaged, count = () => undefined }: StoreOptions = {}): Store | null {
  const head = readHead(folder, onDamaged);
  if (head === null) return null;
  const file = changesFile(folder, head);
  const changes = readChanges(file, startOfChanges(head));
  const table = changes && openTable(rowsFile(folder, head), head);
  if (!table) {
    onDamaged?.(folder);
    return null;
  }
  const { changed } = changes;
  /** Parsed rows: a build asks for some of them again and again, and for few in all. */
  const known = new Map<string, unknown>();
  let { sum, bytes } = changes;
  const later = (key: string): (() => unknown) => {
    count("rows");
    return changed.has(key) ? () => changed.get(key) : table.later(key);
  };
  return {
    get(key) {
      if (!known.has(key)) known.set(key, later(key)());
      return known.get(key);
    },
    later,
    append(rows) {
      const text = JSON.stringify(rows.map(([key, value]) => (value === undefined ? [key] : [key, value])));
      sum = shortHash(sum + text);
      const line = `${sum}${text}\n`;
      appendFileSync(file, line);
      bytes += line.length;
      for (const [key, value] of rows) changed.set(key, value);
      known.clear();
    },
    isFull: () => bytes > MAX_CHANGE_BYTES,
    merge: () => mergeChanges(folder, head, changed),
    close: () => table.close(),
  };
}

/** Removes the store. A build that cannot update it must not leave an outdated one. */
export function dropStore(folder: string): void {
  rmSync(folder, { force: true, recursive: true });
}

interface Changes {
  changed: Map<string, unknown>;
  /** Checksum up to the last line. */
  sum: string;
  bytes: number;
}

/** Null if a line is damaged. Without a file there are no changes. */
function readChanges(file: string, start: string): Changes | null {
  const changed = new Map<string, unknown>();
  const text = readText(file);
  if (text === null) return null;
  let sum = start;
  for (const line of text.split("\n").slice(0, -1)) {
    const rows = line.slice(start.length);
    sum = shortHash(sum + rows);
    if (line.slice(0, start.length) !== sum) return null;
    for (const [key, value] of JSON.parse(rows) as Row[]) changed.set(key, value);
  }
  return text === "" || text.endsWith("\n") ? { changed, sum, bytes: text.length } : null;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "" : null;
  }
}
