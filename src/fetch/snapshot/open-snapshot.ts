import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../files/hash.ts";
import { errno } from "../../problems/cause.ts";
import { openIndex, packsByName, recordsWithChanges } from "./index-file.ts";
import { type ChecksummedManifest, type ParsedManifest, parseManifest } from "./manifest.ts";
import { openPack, type Pack, type PartialPacks } from "./pack.ts";
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
 * Opens the last pull's snapshot. All files are verified first, packs by hash unless size and time are unchanged, so that a
 * partly restored cache or a modified file is detected here and not in the middle of a build.
 */
export function openSnapshot(dir: string, partial?: PartialPacks): OpenedSnapshot {
  const read = readManifest(dir);
  if (read.kind === "other-format" || read.kind === "none") return { kind: "none" };
  if (read.kind === "damaged") return { kind: "damaged", reason: `${MANIFEST_FILE} is damaged` };
  return openParts(dir, read.manifest, partial);
}

/** Reads the manifest alone, without checking that the snapshot's files exist. */
export function readManifest(dir: string): ParsedManifest | { kind: "none" } {
  try {
    return parseManifest(readFileSync(join(dir, MANIFEST_FILE), "utf8"));
  } catch (error) {
    return { kind: errno(error) === "ENOENT" ? "none" : "damaged" };
  }
}

function openParts(dir: string, manifest: ChecksummedManifest, partial?: PartialPacks): OpenedSnapshot {
  const packs: Pack[] = [];
  const fail = (reason: string): OpenedSnapshot => {
    closePacks(packs);
    return { kind: "damaged", reason };
  };
  try {
    for (const name of manifest.packs) {
      const pack = openPack(dir, name, { written: manifest.stamps[name], partial });
      if (pack === null) return fail(`${name} is damaged`);
      packs.push(pack);
    }
    const changes = manifest.changes === "" ? "" : readFileSync(join(dir, manifest.changes), "utf8");
    if (changesName(changes) !== manifest.changes) return fail(`${manifest.changes} is damaged`);
    const packOf = packsByName(packs);
    const saved = openIndex(join(dir, manifest.index), packOf);
    if (saved === null) return fail(`${manifest.index} is damaged`);
    const records = recordsWithChanges(saved, changes, packOf);
    return { kind: "ok", snapshot: { manifest, records, packs } };
  } catch (error) {
    return fail(errno(error) === "ENOENT" ? "a file of it is missing" : "a file of it cannot be read");
  }
}

/** File name of the changes; "" if there are none. */
export function changesName(text: string): string {
  return text === "" ? "" : `changes-${contentHash(text)}.ndjson`;
}
