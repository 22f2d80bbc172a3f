import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../files/hash.ts";
import { createPackWriter, type Pack, readLine, sizeAndTime } from "../snapshot/pack.ts";
import { factRows, openTable, type Snapshot, type SnapshotTable, TABLE_FILE } from "../snapshot/snapshot-table.ts";
import { packUsage, type RecordsByLang } from "../snapshot/story-records.ts";
import { recordRows, summariesOf } from "../snapshot/story-rows.ts";
import { closePacks } from "../snapshot/story-store.ts";
import { type PullState, windowEnd } from "./pull-state.ts";

export interface SaveOptions {
  state: PullState;
  /** The token's minimum cache time in seconds; null if it has none. */
  cacheWindow: number | null;
  spaceId: number | null;
  /** The existing snapshot. */
  replaced: Snapshot | null;
}

export interface SavedSnapshot {
  table: SnapshotTable;
  records: RecordsByLang;
  packs: Pack[];
  sum: string;
}

/**
 * Writes the pulled content as the new snapshot and returns how to read it. Packs are new files with their own names;
 * only the table, to which what changed is appended, makes them valid.
 */
export function saveSnapshot({ state, cacheWindow, spaceId, replaced }: SaveOptions): SavedSnapshot {
  state.store.finish();
  const written = { records: state.store.records, packs: state.store.packs() };
  const { dir } = state;
  const { records, packs } = joined(written, dir);
  const { plan, cv, datasources, defaultFromDimension, totalsTrue, rejected, undated, linkMismatches, missing, base } =
    state;
  const version = state.serverVersion ?? cv;
  const isCurrent = cv >= version || (cacheWindow !== null && state.startedAt >= windowEnd(cacheWindow, version));
  const isKnown = (uuid: string) => [records, rejected].some((one) => Object.values(one).some((map) => map.has(uuid)));
  const stillUndated = [...undated].filter((uuid) =>
    Object.values(records).some((one) => one.get(uuid)?.publishedAt === null),
  );
  const table = base?.table ?? openTable(dir);
  // The rows of another snapshot.
  if (!base) table.clear();
  const rows = [
    ...factRows({
      datasources,
      rejected: Object.fromEntries(Object.entries(rejected).map(([lang, map]) => [lang, [...map.values()]])),
      undated: stillUndated.sort(),
      missing: [...missing].filter((uuid) => !isKnown(uuid)).sort(),
      // Entries of removed stories are dropped.
      linkMismatches: Object.fromEntries([...linkMismatches].filter(([uuid]) => isKnown(uuid))),
    }),
    ...recordRows(records),
  ];
  const used = packUsage(records);
  const kept = packs.filter((pack) => used.has(pack));
  const head = {
    plan: JSON.stringify(plan),
    spaceId,
    version,
    cv,
    // A content version older than the space's own was cached by the service: request again next time.
    settled: state.serverVersion !== null && isCurrent && state.datasourceProblems.length === 0,
    cacheWindow,
    defaultFromDimension,
    totalsTrue,
    languages: summariesOf(plan, records),
  };
  const sum = contentHash(JSON.stringify([base?.manifest.sum, head, rows]));
  // A pack that is only partly here has no stamp, so that nobody takes it for a whole one.
  const stamps = kept.map((pack): [string, number[] | null] => [pack.name, pack.bring ? null : sizeAndTime(pack.fd)]);
  table.save(rows, { ...head, sum, checksDue: state.listingDue || state.datasourcesDue, packs: stamps });
  sweep(dir, { current: kept, superseded: [...(replaced?.packs ?? []), ...written.packs] });
  const open = new Set([...written.packs, ...(replaced?.packs ?? [])]);
  closePacks([...open].filter((pack) => !packs.includes(pack)));
  return { table, records, packs, sum };
}

/** Records that the deferred checks have run, unless another pull has replaced the snapshot. `listing`: see the head. */
export function recordChecked(table: SnapshotTable, listing: readonly string[]): void {
  if (table.head && table.isCurrent()) table.save([], { ...table.head, checksDue: false, listing });
}

/** Younger files are not deleted, since another process may be writing them. */
const YOUNG_MS = 3_600_000;

/** Deletes packs that are not used any more, and what killed pulls and other formats left. */
function sweep(dir: string, { current, superseded }: Record<"current" | "superseded", readonly Pack[]>): void {
  const kept = new Set([TABLE_FILE, ...current.map(({ name }) => name)]);
  const old = Date.now() - YOUNG_MS;
  for (const name of readdirSync(dir).filter((one) => !kept.has(one))) {
    const path = join(dir, name);
    // The entry itself: a link may lead nowhere, and another process may have removed it.
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? old;
    const isSuperseded = superseded.some((pack) => pack.name === name);
    if (isSuperseded || changed < old) rmSync(path, { force: true, recursive: true });
  }
}

function joined(written: { records: RecordsByLang; packs: Pack[] }, dir: string) {
  // A parallel pull over the same folder may have deleted the packs this one started from; they are still open.
  const swept = written.packs.some((pack) => !existsSync(join(dir, pack.name)));
  const joined = swept ? new Set(written.packs) : packsToMerge(written.records, written.packs);
  return joined.size === 0 ? written : (compact(dir, { ...written, joined }) ?? written);
}

/** Each sync adds a pack; with more than this many they are merged. */
const MAX_PACKS = 32;

interface CompactionResult {
  records: RecordsByLang;
  packs: Pack[];
}

/**
 * Packs to merge into one. Packs never change, so replaced stories stay in them: if they are more than half of the
 * bytes, all packs are rewritten. If there are too many packs, the largest is kept, which holds most of the space.
 */
function packsToMerge(records: RecordsByLang, packs: readonly Pack[]): ReadonlySet<Pack> {
  const all = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  const live = [...packUsage(records).values()].reduce((sum, { bytes }) => sum + bytes, 0);
  if (live * 2 < all) return new Set(packs);
  if (packs.length <= MAX_PACKS) return new Set();
  const most = Math.max(...packs.map(({ bytes }) => bytes));
  return new Set(packs.filter(({ bytes }) => bytes < most));
}

/** Writes the current stories of some packs into a new one; null if a story cannot be read. */
function compact(
  dir: string,
  { records, packs, joined }: CompactionResult & { joined: ReadonlySet<Pack> },
): CompactionResult | null {
  const writer = createPackWriter(dir);
  const moved: RecordsByLang = {};
  for (const [lang, ofLanguage] of Object.entries(records)) {
    const target = ofLanguage.copy();
    moved[lang] = target;
    for (const record of ofLanguage.values()) {
      if (!joined.has(record.pack)) continue;
      const line = readLine(record);
      if (line === null) {
        writer.discard();
        return null;
      }
      target.set(record.uuid, { ...record, pack: writer.pack, ...writer.append(line) });
    }
  }
  const pack = writer.finish();
  const others = packs.filter((one) => !joined.has(one));
  return { records: moved, packs: pack === null ? others : [...others, pack] };
}
