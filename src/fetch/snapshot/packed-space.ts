import type { Datasources, RawStory, Space } from "../../content/model.ts";
import { at, type ByLanguage, byLanguage } from "../../site/by-language.ts";
import { defaultLanguage, globalOf, type PullPlan } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";
import { isGlobal, type StoryRecord } from "./story-record.ts";
import { closePacks, type RecordsByLang, readLineOf, readStory } from "./story-store.ts";

/** A space whose stories lie in packs. `close` lets go of their descriptors; nothing can be read afterwards. */
export interface PackedSpace extends Space {
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
  const sorted = byLanguage(plan.languages, (lang) => sortedRecords(at(records, lang)));
  const isShared = (record: StoryRecord) => isGlobal(plan, record);
  return {
    cv,
    datasources,
    global: readGlobals(plan, sorted),
    stories: (lang) => iterate(at(sorted, lang), isShared),
    index: (lang) => at(sorted, lang).filter((record) => !isShared(record)),
    story(lang, uuid) {
      const record = at(records, lang).get(uuid);
      return record === undefined || isShared(record) ? undefined : readStory(record);
    },
    json(lang, uuid) {
      const record = at(records, lang).get(uuid);
      return record === undefined || isShared(record) ? undefined : readLineOf(record);
    },
    close: () => closePacks(packs),
  };
}

function sortedRecords(records: Map<string, StoryRecord>): StoryRecord[] {
  return [...records.values()].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
}

/** A folder's own global story comes before the one at the root. */
function readGlobals(plan: PullPlan, sorted: ByLanguage<StoryRecord[]>): ByLanguage<RawStory | null> {
  return Object.fromEntries(
    plan.dimensions.map(({ language }) => {
      const answer = sorted[language] ?? at(sorted, defaultLanguage(plan));
      const found = answer.filter((record) => globalOf(plan, record.defaultSlug).includes(language));
      const [record] = found.sort((a, b) => b.defaultSlug.length - a.defaultSlug.length);
      return [language, record === undefined ? null : readStory(record)];
    }),
  );
}

function* iterate(records: StoryRecord[], isShared: (record: StoryRecord) => boolean): Iterable<RawStory> {
  for (const record of records) if (!isShared(record)) yield readStory(record);
}
