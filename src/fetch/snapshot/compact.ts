import { createPackWriter, type Pack, readLine } from "./pack.ts";
import type { StoryRecord } from "./story-record.ts";
import type { RecordsByLang } from "./story-store.ts";

/** Each sync adds a pack; beyond this many they are joined. */
const MANY_PACKS = 32;

export interface Compacted {
  records: RecordsByLang;
  packs: Pack[];
}

/** Packs are never changed, so what was replaced stays in them. When that is more than half, they are rewritten. */
export function needsCompacting(records: RecordsByLang, packs: readonly Pack[]): boolean {
  const all = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  let live = 0;
  for (const ofLanguage of Object.values(records)) for (const { length } of ofLanguage.values()) live += length + 1;
  return packs.length > MANY_PACKS || live * 2 < all;
}

/** Writes all that is current into one new pack; null when a story cannot be read back. */
export function compact(dir: string, temporaryName: string, records: RecordsByLang): Compacted | null {
  const writer = createPackWriter(dir, temporaryName);
  const moved: RecordsByLang = {};
  for (const [lang, ofLanguage] of Object.entries(records)) {
    const target = new Map<string, StoryRecord>();
    moved[lang] = target;
    for (const [uuid, record] of ofLanguage) {
      const line = readLine(record);
      if (line === null) {
        writer.discard();
        return null;
      }
      target.set(uuid, { ...record, pack: writer.pack, ...writer.append(line) });
    }
  }
  const pack = writer.finish();
  return { records: moved, packs: pack === null ? [] : [pack] };
}
