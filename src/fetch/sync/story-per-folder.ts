import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import { UUID_BATCH } from "../constants.ts";
import { type ByUuidsOptions, fetchByUuids } from "../requests/fetch-by-uuids.ts";
import { folderSamples, type RecordsByLang, type StoryRecords } from "../snapshot/story-records.ts";
import type { StoryStore } from "../snapshot/story-store.ts";

/**
 * One story of each folder that holds any. Renaming or moving a folder changes the slug of everything in it without
 * publishing anything, so one story tells for all; a folder whose story has just been read needs no other.
 * Answers of the default language carry the translated paths too, so others are needed only where nothing else is.
 */
export function oneStoryPerFolder(before: RecordsByLang, store: StoryStore): ByLanguage<string[]> {
  const covered = new Set<number>([0]);
  for (const [lang, touched] of Object.entries(store.touched)) {
    for (const uuid of touched) {
      const record = forLanguage(before, lang).get(uuid);
      if (record !== undefined && forLanguage(store.records, lang).get(uuid) === record) covered.add(record.parent);
    }
  }
  return Object.fromEntries(
    Object.entries(before).map(([lang, records]) => {
      const samples: string[] = [];
      const now = forLanguage(store.records, lang);
      for (const [parent, first] of folderSamples(records)) {
        if (covered.has(parent)) continue;
        const uuid = now.has(first) ? first : anotherIn(parent, records, now);
        if (uuid === undefined) continue;
        covered.add(parent);
        samples.push(uuid);
      }
      return [lang, samples];
    }),
  );
}

/** Requests that asking for them takes. */
export function samplesCost(samples: ByLanguage<readonly string[]>): number {
  return Object.values(samples).reduce((sum, uuids) => sum + Math.ceil(uuids.length / UUID_BATCH), 0);
}

/** Asks for the samples; answers those that are not as they were before. */
export async function movedSamples(
  of: Omit<ByUuidsOptions, "uuids" | "langs"> & { samples: ByLanguage<string[]>; before: RecordsByLang },
): Promise<string[]> {
  const { samples, before, ...request } = of;
  const all = Object.entries(samples);
  await Promise.all(all.map(([lang, uuids]) => fetchByUuids({ ...request, uuids, langs: [lang] })));
  const now = request.intake.store.records;
  return all.flatMap(([lang, uuids]) =>
    uuids.filter((uuid) => forLanguage(now, lang).get(uuid) !== forLanguage(before, lang).get(uuid)),
  );
}

/** A story of the folder that is still there. */
function anotherIn(parent: number, before: StoryRecords, now: StoryRecords): string | undefined {
  for (const record of before.values()) if (record.parent === parent && now.has(record.uuid)) return record.uuid;
  return undefined;
}
