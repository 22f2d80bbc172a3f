import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeOrRemoveSync } from "../../files/full-disk.ts";
import type { PullPlan } from "../pull-plan.ts";
import { formatChanges, moveIntoPlace, writeIndex } from "./index-file.ts";
import { formatManifest, type Manifest } from "./manifest.ts";
import { changesName, MANIFEST_FILE, readManifest } from "./open-snapshot.ts";
import { type Pack, sizeAndTime } from "./pack.ts";
import { packUsage, type RecordsByLang } from "./story-records.ts";

export interface WriteSnapshotOptions {
  dir: string;
  contents: Omit<Manifest, "index" | "changes" | "packs">;
  checksDue: boolean;
  records: RecordsByLang;
  packs: readonly Pack[];
  /** Index file that the records were read from; null if there was none. */
  savedIndex: string | null;
  /** Files of the replaced snapshot. */
  superseded: readonly string[];
}

/** Younger files are not deleted, since another process may be writing them. */
const YOUNG_MS = 3_600_000;

/**
 * Replaces the snapshot and returns its id. Packs and index are new files with their own names; only the manifest,
 * replaced by a rename, makes them valid. If a writer crashes, the previous snapshot is still complete.
 */
export function writeSnapshot(options: WriteSnapshotOptions): string {
  const { dir, contents, records, packs, savedIndex, superseded, checksDue } = options;
  const used = packUsage(records);
  const kept = packs.filter((pack) => used.has(pack));
  const named = writeRecords({ dir, contents, records, savedIndex });
  const manifest: Manifest = { ...contents, ...named, packs: kept.map((pack) => pack.name) };
  // A pack that is only partly here has no stamp, so that nobody takes it for a whole one.
  const whole = kept.filter(({ bring }) => !bring);
  const stamps = Object.fromEntries(whole.map((pack) => [pack.name, sizeAndTime(pack.fd)]));
  const { text, sum } = formatManifest(manifest, { stamps, checksDue });
  writeWhole(dir, MANIFEST_FILE, text);
  syncFolder(dir);
  sweep(dir, new Set([MANIFEST_FILE, manifest.index, manifest.changes, ...manifest.packs]), new Set(superseded));
  return sum;
}

/** Records in the snapshot with this id that the deferred checks have run. */
export function recordChecked(dir: string, sum: string): void {
  const read = readManifest(dir);
  if (read.kind !== "ok" || read.manifest.sum !== sum) return; // another pull has replaced it
  const { stamps } = read.manifest;
  writeWhole(dir, MANIFEST_FILE, formatManifest(read.manifest, { stamps, checksDue: false }).text);
  syncFolder(dir);
}

/** The existing index with a file of changes, or a new index. */
function writeRecords({
  dir,
  contents,
  records,
  savedIndex,
}: Pick<WriteSnapshotOptions, "dir" | "contents" | "records" | "savedIndex">): Pick<Manifest, "index" | "changes"> {
  // A parallel pull over the same folder may have removed the index that this one started from.
  const isThere = savedIndex !== null && existsSync(join(dir, savedIndex));
  const changes = isThere ? formatChanges(records) : null;
  if (changes === null || savedIndex === null) {
    const plan = JSON.parse(contents.plan) as PullPlan; // written by saveSnapshot
    return { index: writeIndex(dir, plan, records), changes: "" };
  }
  if (changes !== "") writeWhole(dir, changesName(changes), changes);
  return { index: savedIndex, changes: changesName(changes) };
}

function writeWhole(dir: string, name: string, text: string): void {
  const temporary = join(dir, `tmp-${process.pid}-${name}`);
  writeOrRemoveSync(temporary, text);
  moveIntoPlace(temporary, join(dir, name));
}

/** Makes renames survive a power failure; some file systems do not support it for folders. */
function syncFolder(dir: string): void {
  try {
    const fd = openSync(dir, "r");
    fsyncSync(fd);
    closeSync(fd);
  } catch {
    // The file system either orders renames by itself or offers no way to do so.
  }
}

function sweep(dir: string, current: ReadonlySet<string>, superseded: ReadonlySet<string>): void {
  const old = Date.now() - YOUNG_MS;
  for (const name of readdirSync(dir)) {
    if (current.has(name)) continue;
    const path = join(dir, name);
    // The entry itself: a link may lead nowhere, and another process may have removed it.
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? old;
    if (superseded.has(name) || changed < old) rmSync(path, { force: true, recursive: true });
  }
}
