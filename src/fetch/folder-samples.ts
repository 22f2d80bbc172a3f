import type { Lang } from "../content/model.ts";
import type { RecordsByLang, StoryStore } from "./snapshot/story-store.ts";

/**
 * One story of each folder that holds any. Renaming or moving a folder changes the slug of everything in it without
 * publishing anything, so one story tells for all; a folder whose story has just been read needs no other.
 * English answers carry the German paths too, so German ones are needed only where nothing else lies.
 */
export function folderSamples(before: RecordsByLang, store: StoryStore): Record<Lang, string[]> {
  const told = new Set<number>([0]);
  const samples: Record<Lang, string[]> = { en: [], de: [] };
  for (const lang of ["en", "de"] as const) {
    for (const uuid of store.touched[lang]) {
      const record = before[lang].get(uuid);
      if (record !== undefined && store.records[lang].get(uuid) === record) told.add(record.parent);
    }
  }
  for (const lang of ["en", "de"] as const) {
    for (const [uuid, record] of before[lang]) {
      if (told.has(record.parent) || !store.records[lang].has(uuid)) continue;
      told.add(record.parent);
      samples[lang].push(uuid);
    }
  }
  return samples;
}
