import type { Datasources, Lang, RawStory, Space } from "../../content/model.ts";
import type { Pack } from "./pack.ts";
import { isGlobal, type StoryRecord } from "./story-record.ts";
import { closePacks, type RecordsByLang, readLineOf, readStory } from "./story-store.ts";

/** A space whose stories lie in packs. `close` lets go of their descriptors; nothing can be read afterwards. */
export interface PackedSpace extends Space {
  close(): void;
}

export interface PackedSpaceOptions {
  cv: number;
  datasources: Record<Lang, Datasources>;
  records: RecordsByLang;
  packs: Pack[];
}

export function createPackedSpace({ cv, datasources, records, packs }: PackedSpaceOptions): PackedSpace {
  const sorted = { en: sortedRecords(records.en), de: sortedRecords(records.de) };
  return {
    cv,
    datasources,
    global: { en: readGlobal(sorted.en), de: readGlobal(sorted.de) },
    stories: (lang) => iterate(sorted[lang]),
    index: (lang) => sorted[lang].filter((record) => !isGlobal(record)),
    story(lang, uuid) {
      const record = records[lang].get(uuid);
      return record === undefined || isGlobal(record) ? undefined : readStory(record);
    },
    json(lang, uuid) {
      const record = records[lang].get(uuid);
      return record === undefined || isGlobal(record) ? undefined : readLineOf(record);
    },
    close: () => closePacks(packs),
  };
}

function sortedRecords(records: Map<string, StoryRecord>): StoryRecord[] {
  return [...records.values()].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
}

function readGlobal(records: StoryRecord[]): RawStory | null {
  const record = records.find(isGlobal);
  return record === undefined ? null : readStory(record);
}

function* iterate(records: StoryRecord[]): Iterable<RawStory> {
  for (const record of records) if (!isGlobal(record)) yield readStory(record);
}
