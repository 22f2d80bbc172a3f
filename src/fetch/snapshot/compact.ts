import { createPackWriter, type Pack, readLine } from "./pack.ts";
import { packUsage, type RecordsByLang } from "./story-records.ts";

/** Each sync adds a pack; with more than this many they are merged. */
const MAX_PACKS = 32;

export interface CompactionResult {
  records: RecordsByLang;
  packs: Pack[];
}

/**
 * Packs to merge into one. Packs never change, so replaced stories stay in them: if they are more than half of the
 * bytes, all packs are rewritten. If there are too many packs, the largest is kept, which holds most of the space.
 */
export function packsToMerge(records: RecordsByLang, packs: readonly Pack[]): ReadonlySet<Pack> {
  const all = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  const live = [...packUsage(records).values()].reduce((sum, { bytes }) => sum + bytes, 0);
  if (live * 2 < all) return new Set(packs);
  if (packs.length <= MAX_PACKS) return new Set();
  const most = Math.max(...packs.map(({ bytes }) => bytes));
  return new Set(packs.filter(({ bytes }) => bytes < most));
}

/** Writes the current stories of some packs into a new one; null if a story cannot be read. */
export function compact(
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
