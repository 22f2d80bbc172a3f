import { closeSync } from "node:fs";
import { contentHash } from "../../files/hash.ts";
import { sitegenError } from "../../problems/errors.ts";
import type { Lang, RawStory } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import type { PullPlan } from "../pull-plan.ts";
import { createPackWriter, type Pack, readLine } from "./pack.ts";
import { emptyRecords, type RecordsByLang, recordFieldsOf, type StoryRecord } from "./story-records.ts";

/** The stories of a running pull: an index in memory, contents in packs on disk. */
export interface StoryStore {
  readonly records: RecordsByLang;
  /** Stories stored since the store was created, changed or not. */
  readonly touched: ByLanguage<Set<string>>;
  /** False if the story is stored already. */
  put(lang: Lang, story: RawStory): boolean;
  remove(lang: Lang, uuid: string): void;
  /** Finishes writing; a new pack, if any, is in `packs`. */
  finish(): void;
  packs(): Pack[];
  /** Stops writing and deletes what was written. */
  discard(): void;
}

export function createStoryStore(
  plan: PullPlan,
  dir: string,
  base: { records: RecordsByLang; packs: Pack[] } | null,
): StoryStore {
  const writer = createPackWriter(dir);
  const none = emptyRecords(plan.languages);
  const records = byLanguage(plan.languages, (lang) => base?.records[lang]?.copy() ?? forLanguage(none, lang));
  const touched = byLanguage(plan.languages, () => new Set<string>());
  const packs = [...(base?.packs ?? [])];
  return {
    records,
    touched,
    put(lang, story) {
      const line = Buffer.from(JSON.stringify(story)); // encoded once for hashing and writing
      const hash = contentHash(line);
      const before = forLanguage(records, lang).get(story.uuid);
      forLanguage(touched, lang).add(story.uuid);
      if (before?.hash === hash) return false;
      const place = { hash, pack: writer.pack, ...writer.append(line) };
      forLanguage(records, lang).set(story.uuid, { ...recordFieldsOf(plan, lang, story), ...place });
      return true;
    },
    remove: (lang, uuid) => forLanguage(records, lang).delete(uuid),
    finish() {
      const written = writer.finish();
      if (written !== null) packs.push(written);
    },
    packs: () => packs,
    discard: () => writer.discard(),
  };
}

/** Reads a story. It was validated when it was stored, so the cast is safe. */
export function readStory(record: StoryRecord): RawStory {
  const line = readLine(record);
  if (line === null) {
    throw sitegenError("UNEXPECTED", {
      message: `Story ${record.slug} could not be read from the snapshot: ${record.pack.name} was changed or damaged while it was in use.`,
      hint: "Run again; a damaged snapshot is dropped and the whole space is pulled.",
    });
  }
  return JSON.parse(line.toString()) as RawStory;
}

export function closePacks(packs: Iterable<Pack>): void {
  for (const pack of packs) closeSync(pack.fd);
}
