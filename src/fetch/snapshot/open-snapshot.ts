import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashText } from "./hash.ts";
import { recordsWithChanges } from "./index-changes.ts";
import { indexChecksum, openIndex } from "./index-file.ts";
import { packsByName } from "./index-row.ts";
import { type ChecksummedManifest, type ParsedManifest, parseManifest } from "./manifest.ts";
import { openPack, type Pack } from "./pack.ts";
import { isWholeTable, tableFiles } from "./row-table.ts";
import type { RecordsByLang } from "./story-records.ts";
import { closePacks } from "./story-store.ts";

export interface Snapshot {
  manifest: ChecksummedManifest;
  records: RecordsByLang;
  packs: Pack[];
}

export type OpenedSnapshot =
  | { kind: "ok"; snapshot: Snapshot }
  | { kind: "none" }
  | { kind: "damaged"; reason: string };

export const MANIFEST_FILE = "manifest.json";

/**
 * Opens the last pull's snapshot. All files are verified first, by hash unless size and time are unchanged, so that a
 * partly restored cache or a modified file is detected here and not in the middle of a build.
 */
export function openSnapshot(dir: string): OpenedSnapshot {
  const read = readManifest(dir);
  if (read.kind === "other-format" || read.kind === "none") return { kind: "none" };
  if (read.kind === "damaged") return { kind: "damaged", reason: `${MANIFEST_FILE} is damaged` };
  return openParts(dir, read.manifest);
}

/** Reads the manifest alone, without checking that the snapshot's files exist. */
export function readManifest(dir: string): ParsedManifest | { kind: "none" } {
  try {
    return parseManifest(readFileSync(join(dir, MANIFEST_FILE), "utf8"));
  } catch (error) {
    return { kind: isMissing(error) ? "none" : "damaged" };
  }
}

function openParts(dir: string, manifest: ChecksummedManifest): OpenedSnapshot {
  const packs: Pack[] = [];
  let saved: ReturnType<typeof openIndex> = null;
  const fail = (reason: string): OpenedSnapshot => {
    closePacks(packs);
    for (const one of Object.values(saved ?? {})) one.close();
    return { kind: "damaged", reason };
  };
  try {
    for (const name of manifest.packs) {
      const pack = openPack(dir, name, manifest.stamps[name]);
      if (pack === null) return fail(`${name} is damaged`);
      packs.push(pack);
    }
    if (!isSameIndex(dir, manifest)) return fail(`${manifest.index} is damaged`);
    const changes = manifest.changes === "" ? "" : readFileSync(join(dir, manifest.changes), "utf8");
    if (changesName(changes) !== manifest.changes) return fail(`${manifest.changes} is damaged`);
    const packOf = packsByName(packs);
    saved = openIndex(join(dir, manifest.index), packOf);
    if (saved === null) return fail(`${manifest.index} is damaged`);
    const records = recordsWithChanges(saved, changes, packOf);
    return { kind: "ok", snapshot: { manifest, records, packs } };
  } catch (error) {
    return fail(isMissing(error) ? "a file of it is missing" : "a file of it cannot be read");
  }
}

/** Whether the index is undamaged. All of it is read only if size or time has changed, as for packs. */
function isSameIndex(dir: string, { index, stamps }: ChecksummedManifest): boolean {
  const isUnchanged = (name: string) => stamps[name]?.join(" ") === fileStamp(join(dir, name)).join(" ");
  return tableFiles(index).every(isUnchanged) || isWholeTable(join(dir, index), indexChecksum(index));
}

/** Size in bytes and mtime in milliseconds. Throws if there is no such file. */
export function fileStamp(file: string): [size: number, mtimeMs: number] {
  const { size, mtimeMs } = statSync(file);
  return [size, mtimeMs];
}

/** File name of the changes; "" if there are none. */
export function changesName(text: string): string {
  return text === "" ? "" : `changes-${hashText(text)}.ndjson`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
