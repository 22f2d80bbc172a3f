/** What a build of a few files records of out/: the changes since the full record, or that record anew when they are many. */
import type { OutputLocation } from "./output-location.ts";
import { type FileRow, serializeRecord } from "./publish-record.ts";
import { applyChanges, type RecordChanges, readRecord, serializeChanges } from "./record-changes.ts";

/** Changes are read and written by every build of a few files. */
const MAX_CHANGE_BYTES = 512 * 1024;

export interface ChangedRecord {
  text: string;
  changesOnly: boolean;
  /** The build of the full record. */
  recordOf: string;
}

export interface PublishedFiles {
  buildId: string;
  builds: string[];
  files: ReadonlyMap<string, FileRow>;
  removed: readonly string[];
}

export function changedRecord(
  before: RecordChanges,
  now: PublishedFiles,
  place: Pick<OutputLocation, "record" | "changes">,
): ChangedRecord {
  const changes = merged(before, now);
  const text = serializeChanges(changes);
  const last = text.length > MAX_CHANGE_BYTES ? readRecord(place) : null;
  if (last?.buildId !== before.buildId) return { text, changesOnly: true, recordOf: before.from };
  return { text: serializeRecord(applyChanges(last, changes)), changesOnly: false, recordOf: now.buildId };
}

function merged(before: RecordChanges, now: PublishedFiles): RecordChanges {
  const files = new Map(before.files);
  const removed = new Set(before.removed);
  for (const [path, row] of now.files) {
    files.set(path, row);
    removed.delete(path);
  }
  for (const path of now.removed) {
    files.delete(path);
    removed.add(path);
  }
  return { from: before.from, buildId: now.buildId, builds: now.builds, files, removed };
}
