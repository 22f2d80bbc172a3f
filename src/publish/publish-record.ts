import type { OnDamaged } from "../files/checksum-file.ts";
import { openStateTable, type RowChange, type StateTable } from "../files/state-table.ts";
import { isBuildId, isListOf, isSafePath, isWholeNumber } from "./paths.ts";

/** A file that sitegen wrote into out/. Size and time show without reading it whether it still has this hash. */
export interface FileRow {
  /** "" if only the path is known (the record was lost): the file must be read to compare. */
  hash: string;
  size: number;
  mtimeMs: number;
}

/** What the last publish left in out/. */
export interface PublishRecord {
  buildId: string;
  /** Ids of builds whose hashed files stay, oldest first; the published one is last. */
  builds: string[];
  files: FileRows;
  /** True if files that are not in out/ are at a target, from which the state was brought (src/state). */
  elsewhere?: boolean | undefined;
}

/** Files by path. Those of a record are parsed when somebody asks for one. */
export interface FileRows extends Iterable<[path: string, file: FileRow]> {
  readonly size: number;
  get(path: string): FileRow | undefined;
  has(path: string): boolean;
  keys(): Iterable<string>;
}

/** Lookups in a record, for callers that need few files and not the whole record. */
export type KnownFiles = Pick<FileRows, "get" | "has">;

export const UNKNOWN_FILE: FileRow = { hash: "", size: -1, mtimeMs: -1 };

export function emptyRecord(): PublishRecord {
  return { buildId: "", builds: [], files: new Map() };
}

/** A file's row, or only its path if it is gone. */
export type RecordRow = readonly [path: string, hash: string, size: number, mtimeMs: number] | readonly [path: string];

/** What the record says besides its files. */
export interface RecordHead {
  buildId: string;
  builds: string[];
  /** Where the next check of some files begins (compare-file.ts). */
  next: number;
  elsewhere?: boolean | undefined;
}

export interface RecordChange {
  head: RecordHead;
  rows: readonly RecordRow[];
  /** Whether the rows are complete, so that they replace the record. */
  whole: boolean;
}

/** Increase this when the format of rows changes. */
const VERSION = 3;
/** The kind of all rows, and what they look like. */
const FILE = "file";
const ROW = /^(?:[0-9a-f]{32})? -?\d+(?:\.\d+)? -?\d+(?:\.\d+)?$/;

export type RecordFile = ReturnType<typeof openRecordFile>;

/** The record of an output folder, in the state folder; can be deleted safely. */
export function openRecordFile(file: string, onDamaged?: OnDamaged) {
  const table = openStateTable<RecordHead>(file, VERSION, onDamaged);
  let record = recordOf(table);
  return {
    /** Whether the file is as it was read or written last. */
    isCurrent: table.isCurrent,
    /** Null if there is none, or it is damaged: out/ itself is then read (kept-builds.ts). Changed by `write`. */
    get record() {
      return record;
    },
    write({ head, rows, whole }: RecordChange): void {
      if (whole || !record) table.clear();
      table.save(changesOf(rows), head);
      record = { ...head, files: whole || !record ? filesOf(table.rows(FILE)) : record.files };
    },
  };
}

/** Null for rows that are damaged. */
function recordOf({ head, rows }: StateTable<RecordHead>): (PublishRecord & { next: number }) | null {
  if (!isRecordHead(head)) return null;
  const texts = rows(FILE);
  for (const [path, text] of texts) if (!isSafePath(path) || !ROW.test(text)) return null;
  return { ...head, files: filesOf(texts) };
}

/** Follows the texts as they change. */
function filesOf(texts: ReadonlyMap<string, string>): FileRows {
  const rowIn = (text: string): FileRow => {
    const [hash = "", size, mtimeMs] = text.split(" ");
    return { hash, size: Number(size), mtimeMs: Number(mtimeMs) };
  };
  return {
    get size() {
      return texts.size;
    },
    get(path) {
      const text = texts.get(path);
      return text === undefined ? undefined : rowIn(text);
    },
    has: (path) => texts.has(path),
    keys: () => texts.keys(),
    *[Symbol.iterator]() {
      for (const [path, text] of texts) yield [path, rowIn(text)];
    },
  };
}

function* changesOf(rows: readonly RecordRow[]): Iterable<RowChange> {
  for (const [path, ...file] of rows) yield [FILE, path, file.length === 0 ? null : file.join(" ")];
}

export function isRecordHead(value: unknown): value is RecordHead {
  if (typeof value !== "object" || value === null) return false;
  const { buildId, builds, next, elsewhere = false } = value as Partial<Record<keyof RecordHead, unknown>>;
  return isBuildId(buildId) && isListOf(builds, isBuildId) && isWholeNumber(next) && typeof elsewhere === "boolean";
}

/** The rows of removed files, and of those that differ from what was known. */
export function changedRows(
  known: KnownFiles,
  { removed, now }: { removed: readonly string[]; now: Iterable<readonly [path: string, file: FileRow]> },
): RecordRow[] {
  const rows = removed.map((path): RecordRow => [path]);
  for (const [path, { hash, size, mtimeMs }] of now) {
    const before = known.get(path);
    if (before?.hash !== hash || before.mtimeMs !== mtimeMs || before.size !== size)
      rows.push([path, hash, size, mtimeMs]);
  }
  return rows;
}

/** The rows of all files. */
export function allRows(files: Iterable<readonly [path: string, file: FileRow]>): RecordRow[] {
  return Array.from(files, ([path, { hash, size, mtimeMs }]): RecordRow => [path, hash, size, mtimeMs]);
}
