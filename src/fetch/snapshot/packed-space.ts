import type { Datasources, Lang, RawStory, Space } from "../../site/api/model.ts";
import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import { compareText } from "../../util/compare-text.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { defaultLanguage, globalStoryLanguages, type PullPlan } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";
import { globalRecords, isGlobal, type RecordsByLang, type StoryRecord, type StoryRecords } from "./story-records.ts";
import { closePacks, readStory } from "./story-store.ts";

/** A space whose stories are read from packs. After `close` nothing can be read. */
export interface PackedSpace extends Space {
  /** Hash of a story by uuid, as in `index`; undefined if there is none. */
  hash(lang: Lang, uuid: string): string | undefined;
  close(): void;
}

export interface PackedSpaceOptions {
  plan: PullPlan;
  cv: number;
  datasources: ByLanguage<Datasources>;
  records: RecordsByLang;
  packs: Pack[];
}

export function createPackedSpace({ plan, cv, datasources, records, packs }: PackedSpaceOptions): PackedSpace {
  const lists = new Map<Lang, readonly StoryRecord[]>();
  const isShared = (record: StoryRecord) => isGlobal(plan, record);
  // Sorted on first iteration: reading a few stories by uuid needs no order.
  const sorted = (lang: Lang) =>
    getOrInsert(lists, lang, () => sortedRecords(forLanguage(records, lang)).filter((record) => !isShared(record)));
  // The pages of a listing are made one after the other from the same story.
  let last: { record: StoryRecord; story: RawStory } | undefined;
  const read = (record: StoryRecord) => {
    if (last?.record !== record) last = { record, story: readStory(record) };
    return last.story;
  };
  return {
    cv,
    datasources,
    global: readGlobals(plan, records),
    stories: (lang) => iterate(sorted(lang)),
    index: sorted,
    hash(lang, uuid) {
      const record = forLanguage(records, lang).get(uuid);
      return record === undefined || isShared(record) ? undefined : record.hash;
    },
    story(lang, uuid) {
      const record = forLanguage(records, lang).get(uuid);
      return record === undefined || isShared(record) ? undefined : read(record);
    },
    close: () => closePacks(packs),
  };
}

function sortedRecords(records: StoryRecords): StoryRecord[] {
  return [...records.values()].sort((a, b) => compareText(a.uuid, b.uuid));
}

/** A folder's own global story takes precedence over the one at the root. */
function readGlobals(plan: PullPlan, records: RecordsByLang): ByLanguage<RawStory | null> {
  return Object.fromEntries(
    plan.dimensions.map(({ language }) => {
      const response = records[language] ?? forLanguage(records, defaultLanguage(plan));
      const found = globalRecords(response, (record) =>
        globalStoryLanguages(plan, record.defaultSlug).includes(language),
      );
      const [record] = found.sort((a, b) => b.defaultSlug.length - a.defaultSlug.length);
      return [language, record === undefined ? null : readStory(record)];
    }),
  );
}

function* iterate(records: readonly StoryRecord[]): Iterable<RawStory> {
  for (const record of records) yield readStory(record);
}
