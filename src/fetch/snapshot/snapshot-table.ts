/**
 * A snapshot is a state table and packs: stories are lines of packs, which never change; the table has what is known of
 * each story without its content (story-rows.ts), and what else a pull has to know of the last one. A sync appends to it
 * what it changed.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { openStateTable, type RowChange, readHead, type StateTable } from "../../files/state-table.ts";
import { errno } from "../../problems/cause.ts";
import type { Datasources } from "../../site/api/model.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { Rejection } from "./ingest-story.ts";
import { isPackName, openPack, type Pack, type PartialPacks, partialPacks } from "./pack.ts";
import type { RecordsByLang } from "./story-records.ts";
import { openRecords, packsByName, type Summary } from "./story-rows.ts";
import { closePacks } from "./story-store.ts";

/** Increase this when older snapshots cannot be read any more or lack problems; they are then ignored. */
const SNAPSHOT_FORMAT = 9;
/** Named by its format, so that a snapshot of another one is not there. */
export const TABLE_FILE = `snapshot-${SNAPSHOT_FORMAT}.state`;

/** What identifies a snapshot, and what tells whether it is current. */
export interface SnapshotHead {
  /** The snapshot's id: a hash over what was stored, and the id before. */
  sum: string;
  /** The pull's plan (../pull-plan.ts) as JSON. */
  plan: string;
  /** Null if the pull could not read it; such a snapshot only serves --offline. */
  spaceId: number | null;
  /** The space's version at the pull, from cdn/spaces/me. */
  version: number;
  cv: number;
  /** False if something has to be requested again although the version is the same. */
  settled: boolean;
  /** The token's minimum cache time in seconds, if it has one (sync/pull-state.ts). */
  cacheWindow: number | null;
  /** True if datasource responses with a dimension also hold the default values. */
  defaultFromDimension: boolean;
  /** True if the service's `total` header was correct. */
  totalsTrue: boolean;
  /** True if the last pull deferred checks (sync/read-space.ts) and they have not run yet. */
  checksDue: boolean;
  /** Hashes of the pages of the listing (cdn/links) that were compared with these stories, if it was a check of its own. */
  listing?: readonly string[];
  /** Packs, each with its size in bytes and mtime in milliseconds if it is whole: with the same values it is unchanged. */
  packs: [name: string, written: readonly number[] | null][];
  languages: ByLanguage<Summary>;
}

/** What may be large and seldom changes: a row each. */
export interface SnapshotFacts {
  datasources: ByLanguage<Datasources>;
  rejected: ByLanguage<Rejection[]>;
  /** Uuids of stories without a date of publication. */
  undated: string[];
  /** Uuids that stories refer to and that were requested in vain. */
  missing: string[];
  /** Listing entries that differ from their stories (compare-links.ts). */
  linkMismatches: Record<string, string>;
}

export type SnapshotTable = StateTable<SnapshotHead>;
export type Manifest = SnapshotHead & SnapshotFacts;

export interface Snapshot {
  table: SnapshotTable;
  manifest: Manifest;
  records: RecordsByLang;
  packs: Pack[];
}

export type OpenedSnapshot =
  | { kind: "ok"; snapshot: Snapshot }
  | { kind: "none" }
  /** Parts of it are at a target, which this run does not ask. */
  | { kind: "partial" }
  | { kind: "damaged"; reason: string };

const FACT = "fact";

export function factRows(facts: SnapshotFacts): RowChange[] {
  return Object.entries(facts).map(([name, fact]) => [FACT, name, JSON.stringify(fact)]);
}

export function openTable(dir: string, onDamaged?: () => void): SnapshotTable {
  return openStateTable<SnapshotHead>(join(dir, TABLE_FILE), SNAPSHOT_FORMAT, onDamaged);
}

/** The head alone, without checking that the packs exist; null if there is no whole snapshot. */
export function readSnapshotHead(dir: string): SnapshotHead | null {
  return readHead<SnapshotHead>(join(dir, TABLE_FILE));
}

/**
 * Opens the last pull's snapshot. All files are verified first, packs by hash unless size and time are unchanged, so that a
 * partly restored cache or a modified file is detected here and not in the middle of a build.
 */
export function openSnapshot(dir: string, partial?: PartialPacks): OpenedSnapshot {
  const packs: Pack[] = [];
  const fail = (reason: string, isPartial = false): OpenedSnapshot => {
    closePacks(packs);
    return isPartial ? { kind: "partial" } : { kind: "damaged", reason };
  };
  let isDamaged = false;
  const table = openTable(dir, () => {
    isDamaged = true;
  });
  const { head } = table;
  if (!isDamaged && !existsSync(join(dir, TABLE_FILE))) return { kind: "none" };
  // An end that is missing is damage here: the packs before it may be gone.
  if (head === null || !table.isCurrent()) return fail(`${TABLE_FILE} is damaged`);
  try {
    for (const [name, written] of head.packs) {
      const pack = isPackName(name) ? openPack(dir, name, { written, partial }) : null;
      if (pack === null) return fail(`${name} is damaged`, partialPacks(dirname(dir)).has(name));
      packs.push(pack);
    }
  } catch (error) {
    return fail(errno(error) === "ENOENT" ? "a file of it is missing" : "a file of it cannot be read");
  }
  const records = openRecords(table, head.languages, packsByName(packs));
  const facts = Object.fromEntries([...table.rows(FACT)].map(([name, text]) => [name, JSON.parse(text)]));
  const manifest = { ...head, ...(facts as SnapshotFacts) }; // as `factRows` wrote them
  return { kind: "ok", snapshot: { table, manifest, records, packs } };
}
