import { addChecksum, verifyChecksum } from "../checksum-file.ts";
import { compareText } from "../content/rules/compare-text.ts";
import { isSafePath } from "./paths.ts";
import { isBuildId, isListOf, isRecordedHash } from "./stored-rows.ts";

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
  files: Map<string, FileRow>;
}

/** Lookups in a record, for callers that need few files and not the whole record. */
export type KnownFiles = Pick<ReadonlyMap<string, FileRow>, "get" | "has">;

const VERSION = 1;

export const UNKNOWN_FILE: FileRow = { hash: "", size: -1, mtimeMs: -1 };

export function emptyRecord(): PublishRecord {
  return { buildId: "", builds: [], files: new Map() };
}

/** With a checksum; one row per line, so that the file can be read and compared. */
export function serializeRecord(record: PublishRecord): string {
  const head = JSON.stringify({ version: VERSION, buildId: record.buildId, builds: record.builds });
  const rows = [...record.files]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, { hash, size, mtimeMs }]) => JSON.stringify([path, hash, size, mtimeMs]));
  return addChecksum(`${[head, ...rows].join("\n")}\n`);
}

/** Throws on anything this module did not write, including paths that lead out of out/. */
export function parseRecord(stored: string): PublishRecord {
  const text = verifyChecksum(stored);
  if (text === null) throw new Error("The record was changed.");
  return parseRows(text);
}

/** Throws like `parseRecord`; the text has no checksum. */
export function parseRows(text: string): PublishRecord {
  if (!text.endsWith("\n")) throw new Error("The record is cut off.");
  const [head, ...rows] = JSON.parse(`[${text.slice(0, -1).replaceAll("\n", ",")}]`) as [unknown, ...unknown[]];
  const { version, buildId, builds } = head as Record<string, unknown>;
  if (version !== VERSION || !isBuildId(buildId) || !isListOf(builds, isBuildId)) {
    throw new Error("The record is of another version.");
  }
  return { buildId, builds, files: new Map(rows.map(parseRow)) };
}

export function parseRow(row: unknown): [string, FileRow] {
  if (!Array.isArray(row)) throw new Error("A row is damaged.");
  const [path, hash, size, mtimeMs]: unknown[] = row;
  if (!isSafePath(path) || !isRecordedHash(hash) || typeof size !== "number" || typeof mtimeMs !== "number") {
    throw new Error("A row is damaged.");
  }
  return [path, { hash, size, mtimeMs }];
}

/** The rows of the next record: those of kept builds, overridden by this one's. */
export function nextRecordRows(
  own: PublishRecord,
  entries: Iterable<[string, FileRow]>,
  kept: Set<string>,
): Map<string, FileRow> {
  const rows = new Map<string, FileRow>();
  for (const [path, row] of own.files) if (kept.has(path)) rows.set(path, row);
  for (const [path, entry] of entries) rows.set(path, entry);
  return rows;
}
