import { renameSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { addChecksum, type OnDamaged, verifyChecksum } from "../../checksum-file.ts";
import type { CountWork } from "../../content/work-counter.ts";
import { shortHash } from "../../short-hash.ts";
import { createDatabase, openDatabase, type StoreDatabase } from "./database.ts";
import { buildTree, DamagedStore, type NumberedText } from "./hash-tree.ts";
import { bitsFor, createPlaceList, hashOf, sumOf } from "./places.ts";
import type { Row } from "./rows.ts";
import { openRows, type StoreTop } from "./stored-rows.ts";

/**
 * What a build stores for the next one, read by key: numbered rows in an SQLite database (database.ts), and a hash tree of
 * their places (hash-tree.ts), so that neither a damaged row nor an old one is returned, and a key without a row is known
 * to have none. Can be deleted safely.
 */
export interface Store {
  /** The value of a key; undefined if there is none. Throws DamagedStore. */
  get(key: string): unknown;
  /** Stores the changed rows of a build; undefined removes a key. */
  update(rows: readonly Row[]): void;
  close(): void;
}

/** Increase this when the format of rows changes. */
const VERSION = 11;
/** The number of the node with the top. */
const TOP = 0;

/**
 * Path of an output folder's store; one state folder may have several. Both may be moved together, for example by a
 * CI's cache.
 */
export function storeFolder(stateDir: string, out: string): string {
  const name = shortHash(relative(resolve(stateDir), out).split(sep).join("/"));
  return join(stateDir, "cache", `site-${name.replace(/[^A-Za-z0-9]/g, "x")}`);
}

function fileIn(folder: string): string {
  return join(folder, "site.sqlite");
}

/** A store that is being written. The folder's own stays as it is until `finish`. */
export interface NewStore {
  /** Adds rows. Throws StoreNotWritten, for example on a full disk. */
  add(rows: Iterable<Row>): void;
  /** Adds the last rows and replaces the folder's store. Throws StoreNotWritten, and is then abandoned. */
  finish(rows: Iterable<Row>): void;
  /** Removes what was added; the folder's store stays. Not after `finish`. */
  abandon(): void;
}

/** Throws StoreNotWritten. What a killed process left is removed. */
export function createStore(folder: string): NewStore {
  const draft = `${folder}.next`;
  dropStore(draft);
  const database = createDatabase(fileIn(draft));
  const { texts, nodes } = numbering();
  const write = (rows: Iterable<Row>, last: Iterable<NumberedText>) =>
    database.write({ removed: [], rows: texts(rows), nodes: last });
  const abandon = () => {
    database.close();
    dropStore(draft);
  };
  return {
    add: (rows) => write(rows, []),
    finish(rows) {
      try {
        write(rows, nodes());
      } catch (error) {
        abandon();
        throw error;
      }
      database.close();
      dropStore(folder);
      renameSync(draft, folder);
    },
    abandon,
  };
}

/** Numbers the rows of a new store; `nodes` are those of all rows so far. */
function numbering() {
  const places = createPlaceList();
  let next = 0;
  return { texts, nodes };
  function* texts(rows: Iterable<Row>): Iterable<NumberedText> {
    for (const row of rows) {
      const text = JSON.stringify(row);
      places.add(hashOf(row[0]), sumOf(text));
      yield [next++, text];
    }
  }
  function* nodes(): Iterable<NumberedText> {
    const bits = bitsFor(next);
    const hash = yield* buildTree(places.leaves(bits), bits);
    yield topNode({ bits, next, hash });
  }
}

function topNode(top: StoreTop): NumberedText {
  return [TOP, addChecksum(JSON.stringify({ version: VERSION, ...top }))];
}

/** Null if it is of another version. Throws DamagedStore. */
function topIn(database: StoreDatabase): StoreTop | null {
  const text = verifyChecksum(database.node(TOP) ?? "");
  if (text === null) throw new DamagedStore();
  const { version, ...top } = JSON.parse(text) as StoreTop & { version: number }; // written by topNode
  return version === VERSION ? top : null;
}

export interface StoreOptions {
  onDamaged?: OnDamaged | undefined;
  count?: CountWork | undefined;
}

/** Null if there is none, or it is damaged. */
export function openStore(folder: string, { onDamaged, count }: StoreOptions = {}): Store | null {
  let database: StoreDatabase | null = null;
  try {
    database = openDatabase(fileIn(folder));
    if (!database) return null;
    const top = topIn(database);
    if (top) return storeIn(database, top, count);
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    onDamaged?.(folder);
  }
  database?.close();
  return null;
}

function storeIn(database: StoreDatabase, top: StoreTop, count: CountWork = () => undefined): Store {
  let rows = openRows(top, database);
  /** Parsed rows: a build asks for some of them again and again, and for few in all. */
  const known = new Map<string, unknown>();
  const read = (key: string): unknown => {
    count("rows");
    const text = rows.text(key);
    return text === undefined ? undefined : (JSON.parse(text) as Row)[1]; // as `update` or writeStore wrote it
  };
  return {
    get(key) {
      if (!known.has(key)) known.set(key, read(key));
      return known.get(key);
    },
    update(changed) {
      const { top: next, nodes, ...changes } = rows.changed(new Map(changed));
      database.write({ ...changes, nodes: [...nodes, topNode(next)] });
      rows = openRows(next, database);
      known.clear();
    },
    close: () => database.close(),
  };
}

/** Removes the store. A build that cannot update it must not leave an outdated one. */
export function dropStore(folder: string): void {
  rmSync(folder, { force: true, recursive: true });
}
