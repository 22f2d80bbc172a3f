import { addChecksum, type OnDamaged, readWithChecksum, verifyChecksum } from "../checksum-file.ts";
import type { OutputLocation } from "./output-location.ts";
import { isSafePath } from "./paths.ts";
import { type FileRow, type PublishRecord, parseRow, parseRows } from "./publish-record.ts";
import { isBuildId, isListOf } from "./stored-rows.ts";

/**
 * Changes by builds of a few pages since the full record was written, in one small file, so that a record of 100,000
 * files is not rewritten for seven of them.
 */
export interface RecordChanges {
  /** Build of the full record. */
  from: string;
  /** As in `PublishRecord`, after the changes. */
  buildId: string;
  builds: string[];
  /** Written files, and paths of removed ones. */
  files: Map<string, FileRow>;
  removed: Set<string>;
}

export function emptyChanges({ buildId, builds }: Pick<PublishRecord, "buildId" | "builds">): RecordChanges {
  return { from: buildId, buildId, builds, files: new Map(), removed: new Set() };
}

export function serializeChanges({ from, buildId, builds, files, removed }: RecordChanges): string {
  const rows = [...files].map(([path, { hash, size, mtimeMs }]) => [path, hash, size, mtimeMs]);
  return addChecksum(`${JSON.stringify({ from, buildId, builds, files: rows, removed: [...removed] })}\n`);
}

/** Throws on anything `serializeChanges` did not write. */
export function parseChanges(stored: string): RecordChanges {
  const text = verifyChecksum(stored);
  if (text === null) throw new Error("The changes of the record were changed.");
  return parse(text);
}

function parse(text: string): RecordChanges {
  const { from, buildId, builds, files, removed } = JSON.parse(text) as Record<string, unknown>;
  const isWhole = isBuildId(from) && isBuildId(buildId) && isListOf(builds, isBuildId);
  if (!isWhole || !Array.isArray(files) || !isListOf(removed, isSafePath)) {
    throw new Error("The changes of the record are of another version.");
  }
  return { from, buildId, builds, files: new Map(files.map(parseRow)), removed: new Set(removed) };
}

/** Null if there are none for that build's record, or they are damaged. */
export function readChanges(file: string, from: string, onDamaged?: OnDamaged): RecordChanges | null {
  const text = readWithChecksum(file, onDamaged);
  try {
    const changes = text === null ? null : parse(text);
    return changes?.from === from ? changes : null;
  } catch {
    return null; // written by another version
  }
}

/**
 * The last publish's record including later changes. Null if there is none or it is damaged; out/ itself is then read
 * (kept-builds.ts).
 */
export function readRecord(
  { record: file, changes }: Pick<OutputLocation, "record" | "changes">,
  onDamaged?: OnDamaged,
): PublishRecord | null {
  const text = readWithChecksum(file, onDamaged);
  if (text === null) return null;
  try {
    const record = parseRows(text);
    const changed = readChanges(changes, record.buildId, onDamaged);
    return changed ? applyChanges(record, changed) : record;
  } catch {
    return null; // written by another version
  }
}

export function applyChanges(record: PublishRecord, { buildId, builds, files, removed }: RecordChanges): PublishRecord {
  const all = new Map(record.files);
  for (const path of removed) all.delete(path);
  for (const [path, row] of files) all.set(path, row);
  return { buildId, builds, files: all };
}
