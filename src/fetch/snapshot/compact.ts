import { createPackWriter, type Pack, readLine } from "./pack.ts";
import { packUsage, type RecordsByLang } from "./story-records.ts";

/** Each sync adds a pack; beyond this many they are joined. */
const MAX_PACKS = 32;

export interface Compacted {
  records: RecordsByLang;
  packs: Pack[];
}

/**
 * Packs that should become one. They are never changed, so what was replaced stays in them: when that is more than
 * half, all are rewritten. Where there are too many, the largest stays, which holds most of the space.
 */
export function packsToJoin(records: RecordsByLang, packs: readonly Pack[]): ReadonlySet<Pack> {
  const all = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  const live = [...packUsage(records).values()].reduce((sum, { bytes }) => sum + bytes, 0);
  if (live * 2 < all) return new Set(packs);
  if (packs.length <= MAX_PACKS) return new Set();
  const most = Math.max(...packs.map(({ bytes }) => bytes));
  return new Set(packs.filter(({ bytes }) => bytes < most));
}

/** Writes all that is current of some packs into one new pack; null when a story cannot be read back. */
export function compact(
  dir: string,
  temporaryName: string,
  { records, packs, joined }: Compacted & { joined: ReadonlySet<Pack> },
): Compacted | null {
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
