import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import { UUID_BATCH } from "../constants.ts";
import { type ByUuidsOptions, fetchByUuids } from "../requests/fetch-by-uuids.ts";
import { folderSamples, type RecordsByLang, type StoryRecords } from "../snapshot/story-records.ts";
import type { StoryStore } from "../snapshot/story-store.ts";

/**
 * One story of each folder with stories. Renaming or moving a folder changes all slugs in it without publishing
 * anything, so one story is enough to detect it, and a folder with a story that was just read needs none. Responses of
 * the default language include the translated paths, so other languages are only needed for stories that exist in them
 * alone.
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

/** Number of requests for the samples. */
export function sampleRequests(samples: ByLanguage<readonly string[]>): number {
  return Object.values(samples).reduce((sum, uuids) => sum + Math.ceil(uuids.length / UUID_BATCH), 0);
}

/** Requests the samples and returns those that changed. */
export async function changedSamples(
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

/** A story that is still in the folder. */
function anotherIn(parent: number, before: StoryRecords, now: StoryRecords): string | undefined {
  for (const record of before.values()) if (record.parent === parent && now.has(record.uuid)) return record.uuid;
  return undefined;
}
