import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../../checksum-file.ts";
import type { CountWork } from "../../content/work-counter.ts";
import { shortHash } from "../short-hash.ts";
import { openTable, type Row, writeTable } from "./table.ts";

/**
 * What a build leaves for the next one, read by key: a table (table.ts) and the rows that later builds of a few pages
 * changed. Those are appended, a line a build, each with a checksum over all before it. Safe to lose.
 */
export interface Store {
  /** The value of a key, or undefined where it has none. Throws DamagedTable. */
  get(key: string): unknown;
  /** The same, read and checked now and parsed when it is asked for. */
  later(key: string): () => unknown;
  /** Adds what a build changed; undefined takes a key's value away. All of it counts, or nothing. */
  append(rows: readonly Row[]): void;
  close(): void;
}

const HEAD = "store.json";
/** Raised when the form of rows changes. */
const VERSION = 2;
/** Bytes of changes that are read at each start; with more the table is rewritten. */
const MAX_CHANGE_BYTES = 1024 * 1024;

/**
 * Where the store of an output folder is; one state folder may serve several. Both may be moved together, as a CI's
 * cache is.
 */
export function storeFolder(stateDir: string, out: string): string {
  const name = shortHash(relative(resolve(stateDir), out).split(sep).join("/"));
  return join(stateDir, "cache", `site-${name.replace(/[^A-Za-z0-9]/g, "x")}`);
}

/** Replaces the store of the folder. `name` stands for its contents. */
export function writeStore(folder: string, name: string, rows: Iterable<Row>): void {
  dropStore(folder);
  writeTable(join(folder, `${name}.rows`), name, rows);
  writeWithChecksum(join(folder, HEAD), JSON.stringify({ version: VERSION, name }));
}

export interface StoreOptions {
  onDamaged?: OnDamaged | undefined;
  count?: CountWork | undefined;
}

/** Null where there is none, it is damaged, or it has grown so much that it should be rewritten. */
export function openStore(folder: string, { onDamaged, count = () => undefined }: StoreOptions = {}): Store | null {
  const head = readWithChecksum(join(folder, HEAD), onDamaged);
  if (head === null) return null;
  const { version, name } = JSON.parse(head) as { version: number; name: string }; // its checksum is right: writeStore wrote it
  if (version !== VERSION) return null;
  const file = join(folder, `${name}.changes`);
  const changes = readChanges(file, name);
  const table = changes && openTable(join(folder, `${name}.rows`), name);
  if (!table) {
    onDamaged?.(folder);
    return null;
  }
  if (changes.bytes > MAX_CHANGE_BYTES) {
    table.close();
    return null;
  }
  const { changed } = changes;
  let { sum } = changes;
  const later = (key: string): (() => unknown) => {
    count("rows");
    return changed.has(key) ? () => changed.get(key) : table.later(key);
  };
  return {
    get: (key) => later(key)(),
    later,
    append(rows) {
      const text = JSON.stringify(rows.map(([key, value]) => (value === undefined ? [key] : [key, value])));
      sum = shortHash(sum + text);
      appendFileSync(file, `${sum}${text}\n`);
      for (const [key, value] of rows) changed.set(key, value);
    },
    close: () => table.close(),
  };
}

/** Removes the store: a build that cannot bring it up to date leaves none. */
export function dropStore(folder: string): void {
  rmSync(folder, { force: true, recursive: true });
}

interface Changes {
  changed: Map<string, unknown>;
  /** Of the last line and all before it. */
  sum: string;
  bytes: number;
}

/** Null where a line is not as it was written. No file: nothing has changed. */
function readChanges(file: string, name: string): Changes | null {
  const changed = new Map<string, unknown>();
  const text = readText(file);
  if (text === null) return null;
  let sum = name;
  for (const line of text.split("\n").slice(0, -1)) {
    const rows = line.slice(name.length);
    sum = shortHash(sum + rows);
    if (line.slice(0, name.length) !== sum) return null;
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
