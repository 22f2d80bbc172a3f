import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PullState, temporaryName, windowEnd } from "../sync/pull-state.ts";
import { SNAPSHOT_FORMAT, type Unresolved } from "./manifest.ts";
import type { Snapshot } from "./open-snapshot.ts";
import { createPackWriter, type Pack, readLine } from "./pack.ts";
import { packUsage, type RecordsByLang } from "./story-records.ts";
import { closePacks } from "./story-store.ts";
import { writeSnapshot } from "./write-snapshot.ts";

export interface SaveOptions {
  state: PullState;
  /** The token's minimum cache time in seconds; null if it has none. */
  cacheWindow: number | null;
  spaceId: number | null;
  unresolved: Unresolved[];
  dir: string;
  replaced: Snapshot | null;
}

/** Writes the pulled content as the new snapshot and returns how to read it. */
export function saveSnapshot({ state, cacheWindow, spaceId, unresolved, dir, replaced }: SaveOptions): {
  records: RecordsByLang;
  packs: Pack[];
  sum: string;
} {
  state.store.finish();
  const written = { records: state.store.records, packs: state.store.packs() };
  const { records, packs } = joined(written, dir);
  const { plan, cv, datasources, defaultFromDimension, totalsTrue, rejected, undated, linkMismatches } = state;
  const version = state.serverVersion ?? cv;
  const isCurrent = cv >= version || (cacheWindow !== null && state.startedAt >= windowEnd(cacheWindow, version));
  const manifest = replaced?.manifest;
  const isKnown = (uuid: string) => [records, rejected].some((one) => Object.values(one).some((map) => map.has(uuid)));
  const stillUndated = [...undated].filter((uuid) =>
    Object.values(records).some((one) => one.get(uuid)?.publishedAt === null),
  );
  const sum = writeSnapshot({
    dir,
    contents: {
      format: SNAPSHOT_FORMAT,
      plan: JSON.stringify(plan),
      spaceId,
      version,
      cv,
      // A content version older than the space's own was cached by the service: request again next time.
      settled: state.serverVersion !== null && isCurrent && state.datasourceProblems.length === 0,
      ...(cacheWindow !== null && { cacheWindow }),
      defaultFromDimension,
      totalsTrue,
      datasources,
      rejected: Object.fromEntries(Object.entries(rejected).map(([lang, map]) => [lang, [...map.values()]])),
      ...(stillUndated.length > 0 && { undated: stillUndated.sort() }),
      unresolved,
      // Entries of removed stories are dropped.
      linkMismatches: Object.fromEntries([...linkMismatches].filter(([uuid]) => isKnown(uuid))),
    },
    checksDue: state.listingDue || state.datasourcesDue,
    records,
    packs,
    savedIndex: state.savedIndex,
    superseded: [
      ...(manifest ? [manifest.index, manifest.changes, ...manifest.packs] : []),
      ...written.packs.map((pack) => pack.name),
    ],
  });
  const open = new Set([...written.packs, ...(replaced?.packs ?? [])]);
  closePacks([...open].filter((pack) => !packs.includes(pack)));
  return { records, packs, sum };
}

function joined(written: { records: RecordsByLang; packs: Pack[] }, dir: string) {
  // A parallel pull over the same folder may have deleted the packs this one started from; they are still open.
  const swept = written.packs.some((pack) => !existsSync(join(dir, pack.name)));
  const joined = swept ? new Set(written.packs) : packsToMerge(written.records, written.packs);
  return joined.size === 0 ? written : (compact(dir, temporaryName(), { ...written, joined }) ?? written);
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
  temporaryName: string,
  { records, packs, joined }: CompactionResult & { joined: ReadonlySet<Pack> },
): CompactionResult | null {
  const writer = createPackWriter(dir, temporaryName);
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
