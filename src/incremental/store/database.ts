/** The file of a store: an SQLite database of numbered texts, the rows of the store and the nodes of their hash tree. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Database, Statement } from "node-sqlite3-wasm";
import { DamagedStore, type NumberedText } from "./hash-tree.ts";
import { inGroups } from "./in-groups.ts";

export interface StoreDatabase {
  /** The text of a row, if there is one. Throws DamagedStore where SQLite itself notices damage. */
  row(number: number): string | undefined;
  /** The same of a node. */
  node(number: number): string | undefined;
  /** Replaces or adds rows, and then nodes. Throws StoreNotWritten. */
  write(changed: StoreChanges): void;
  close(): void;
}

export interface StoreChanges {
  removed: readonly number[];
  rows: Iterable<NumberedText>;
  /** Asked when all rows are written. */
  nodes: Iterable<NumberedText>;
}

/** Thrown when a store could not be written, for example on a full disk. */
export class StoreNotWritten extends Error {}

/** Texts that SQLite is given at once. */
const AT_ONCE = 500;

/**
 * Loaded with the first store that is opened. Without the flag V8 would optimize SQLite's functions, which takes 200 ms of
 * processor time, more than a build spends in them.
 */
function loadLibrary(): typeof import("node-sqlite3-wasm") {
  setFlagsFromString("--liftoff-only");
  return createRequire(import.meta.url)("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
}

function connect(file: string): Database {
  // SQLite's lock. The output folder's lets one build at a time write, so this one was left by a killed process.
  rmSync(`${file}.lock`, { force: true, recursive: true });
  const { Database } = loadLibrary();
  return new Database(file);
}

/** Where there is none. Throws StoreNotWritten. */
export function createDatabase(file: string): StoreDatabase {
  mkdirSync(dirname(file), { recursive: true });
  const tables = ["rows", "nodes"].map((table) => `CREATE TABLE ${table} (number INTEGER PRIMARY KEY, text TEXT);`);
  return orThrow(StoreNotWritten, () => inTransaction(connect(file), tables.join("")));
}

/** Null if there is no file. Throws DamagedStore if it is no such database. */
export function openDatabase(file: string): StoreDatabase | null {
  return existsSync(file) ? orThrow(DamagedStore, () => inTransaction(connect(file))) : null;
}

/**
 * There is a transaction from opening to closing, so that the file is not locked and looked at for each query. Neither a
 * journal nor waiting for the disk: pages are published before a store is changed, so after a crash it is outdated in any
 * case, and its hash tree shows it.
 */
function inTransaction(database: Database, setup = ""): StoreDatabase {
  try {
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${setup} BEGIN`);
    const rows = database.prepare("SELECT text FROM rows WHERE number = ?");
    const nodes = database.prepare("SELECT text FROM nodes WHERE number = ?");
    const textIn = (texts: typeof rows) => (number: number) =>
      orThrow(DamagedStore, () => {
        const { text } = texts.get([number]) ?? {};
        return typeof text === "string" ? text : undefined;
      });
    return {
      row: textIn(rows),
      node: textIn(nodes),
      write: (changes) => writeChanges(database, changes),
      close: () => end(database, [rows, nodes]),
    };
  } catch (error) {
    end(database, []);
    throw error;
  }
}

/** SQLite holds its lock and the file as long as there are statements. */
function end(database: Database, statements: readonly Statement[]): void {
  for (const statement of statements) {
    try {
      statement.finalize();
    } catch {
      // The error of its last query, which has been thrown already.
    }
  }
  database.close();
}

/** Values are given as JSON in bytes: of a string, the library counts and copies each character. */
function writeChanges(database: Database, { removed, rows, nodes }: StoreChanges): void {
  const query = (sql: string, values: unknown) =>
    orThrow(StoreNotWritten, () => database.run(sql, [Buffer.from(JSON.stringify(values))]));
  query("DELETE FROM rows WHERE number IN (SELECT value FROM json_each(CAST(? AS TEXT)))", removed);
  for (const [table, texts] of Object.entries({ rows, nodes }))
    for (const some of inGroups(texts, AT_ONCE))
      query(`INSERT OR REPLACE INTO ${table} SELECT value ->> 0, value ->> 1 FROM json_each(CAST(? AS TEXT))`, some);
  orThrow(StoreNotWritten, () => database.exec("COMMIT; BEGIN"));
}

function orThrow<T>(Failure: typeof DamagedStore | typeof StoreNotWritten, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
