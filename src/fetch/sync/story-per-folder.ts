import { at, type ByLanguage } from "../../site/by-language.ts";
import type { RecordsByLang, StoryStore } from "../snapshot/story-store.ts";

/**
 * One story of each folder that holds any. Renaming or moving a folder changes the slug of everything in it without
 * publishing anything, so one story tells for all; a folder whose story has just been read needs no other.
 * Answers of the default language carry the translated paths too, so others are needed only where nothing else lies.
 */
export function oneStoryPerFolder(before: RecordsByLang, store: StoryStore): ByLanguage<string[]> {
  const covered = new Set<number>([0]);
  for (const [lang, touched] of Object.entries(store.touched)) {
    for (const uuid of touched) {
      const record = at(before, lang).get(uuid);
      if (record !== undefined && at(store.records, lang).get(uuid) === record) covered.add(record.parent);
    }
  }
  return Object.fromEntries(
    Object.entries(before).map(([lang, records]) => {
      const samples: string[] = [];
      for (const [uuid, record] of records) {
        if (covered.has(record.parent) || !at(store.records, lang).has(uuid)) continue;
        covered.add(record.parent);
        samples.push(uuid);
      }
      return [lang, samples];
    }),
  );
}
