import type { Lang, RawStory } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage } from "../../site/by-language.ts";
import { globalStoryLanguages, type PullPlan, slugWithoutLanguage } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";

/** One language's records in a snapshot, by uuid. Read-only. */
export interface SavedRecords {
  readonly size: number;
  /** The newest date of any record, "" if there is none. */
  readonly newest: string;
  /** Uuids of the global stories. */
  readonly globals: readonly string[];
  /** How much of each pack is in use. */
  readonly loads: ReadonlyMap<Pack, PackUsage>;
  /** Returns the same object each time. */
  get(uuid: string): StoryRecord | undefined;
  keys(): Iterable<string>;
}

/** Bytes and number of the stories in use of a pack. */
export interface PackUsage {
  bytes: number;
  stories: number;
}

/**
 * One language's records: those of a snapshot, read by key, with the pull's changes on top. A pull with a few changes
 * parses a few records, however many there are; iterating all of them parses all.
 */
export interface StoryRecords {
  readonly size: number;
  get(uuid: string): StoryRecord | undefined;
  has(uuid: string): boolean;
  set(uuid: string, record: StoryRecord): void;
  /** Returns false if there was none. */
  delete(uuid: string): boolean;
  keys(): Iterable<string>;
  values(): Iterable<StoryRecord>;
  /** Uuids of records that were set or deleted since the snapshot. */
  changed(): Iterable<string>;
  /** The records before the changes. */
  readonly saved: SavedRecords;
  /** A copy that later changes do not affect. */
  copy(): StoryRecords;
}

export type RecordsByLang = ByLanguage<StoryRecords>;

/** Null for a deleted record. */
type Changes = Map<string, StoryRecord | null>;

const NONE: SavedRecords = {
  size: 0,
  newest: "",
  globals: [],
  loads: new Map(),
  get: () => undefined,
  keys: () => [],
};

export function createStoryRecords(
  saved: SavedRecords = NONE,
  changes: Changes = new Map(),
  count = saved.size,
): StoryRecords {
  let size = count;
  const get = (uuid: string) => {
    const change = changes.get(uuid);
    return change === undefined ? saved.get(uuid) : (change ?? undefined);
  };
  const put = (uuid: string, record: StoryRecord | null) => {
    size += Number(record !== null) - Number(get(uuid) !== undefined);
    if (record === null && saved.get(uuid) === undefined) changes.delete(uuid);
    else changes.set(uuid, record);
  };
  function* keys(): Iterable<string> {
    for (const uuid of saved.keys()) if (changes.get(uuid) !== null) yield uuid;
    for (const [uuid, record] of changes) if (record !== null && saved.get(uuid) === undefined) yield uuid;
  }
  function* values(): Iterable<StoryRecord> {
    for (const uuid of keys()) {
      const record = get(uuid);
      if (record) yield record;
    }
  }
  return {
    get size() {
      return size;
    },
    get,
    has: (uuid) => get(uuid) !== undefined,
    set: put,
    delete(uuid) {
      const isThere = get(uuid) !== undefined;
      if (isThere) put(uuid, null);
      return isThere;
    },
    keys,
    values,
    changed: () => changes.keys(),
    saved,
    copy: () => createStoryRecords(saved, new Map(changes), size),
  };
}

export function emptyRecords(languages: readonly string[]): RecordsByLang {
  return byLanguage(languages, () => createStoryRecords());
}

/** Uuids of all records that may have changed; all uuids if the two are not from the same snapshot. */
export function differingUuids(before: StoryRecords, now: StoryRecords): Set<string> {
  const isOfOne = before.saved === now.saved;
  return isOfOne ? new Set([...before.changed(), ...now.changed()]) : new Set([...before.keys(), ...now.keys()]);
}

/** The newest date of all records, "" if there is none. */
export function newestDate({ saved, get, changed, values }: StoryRecords): string {
  let latest = saved.newest;
  let isCertain = true;
  for (const uuid of changed()) {
    const date = get(uuid)?.updatedAt ?? "";
    if (date > latest) latest = date;
    // The record with the newest date now has another one.
    if (saved.newest !== "" && saved.get(uuid)?.updatedAt === saved.newest && date !== saved.newest) isCertain = false;
  }
  return isCertain || latest > saved.newest ? latest : newestOf(values());
}

/** The newest date; "" if no record has one. */
export function newestOf(records: Iterable<StoryRecord>): string {
  let latest = "";
  for (const { updatedAt } of records) if (updatedAt !== null && updatedAt > latest) latest = updatedAt;
  return latest;
}

/** The records of global stories, by uuid. */
export function globalRecords(
  { saved, get, changed }: StoryRecords,
  isGlobal: (record: StoryRecord) => boolean,
): StoryRecord[] {
  const uuids = [...new Set([...saved.globals, ...changed()])].sort();
  return uuids
    .map(get)
    .filter((record) => record !== undefined)
    .filter(isGlobal);
}

/** How much of each pack is in use, without unused packs. */
export function packUsage(records: RecordsByLang): Map<Pack, PackUsage> {
  const loads = new Map<Pack, PackUsage>();
  const add = (pack: Pack, { bytes, stories }: PackUsage) => {
    const load = loads.get(pack) ?? { bytes: 0, stories: 0 };
    loads.set(pack, { bytes: load.bytes + bytes, stories: load.stories + stories });
  };
  for (const { saved, changed, get } of Object.values(records)) {
    for (const [pack, load] of saved.loads) add(pack, load);
    for (const uuid of changed()) {
      const [before, now] = [saved.get(uuid), get(uuid)];
      if (before) add(before.pack, { bytes: -before.length - 1, stories: -1 });
      if (now) add(now.pack, { bytes: now.length + 1, stories: 1 });
    }
  }
  return new Map([...loads].filter(([, { stories }]) => stories > 0));
}

/** What stays in memory of one story in one language; its content is in a pack file. */
export interface StoryRecord {
  uuid: string;
  id: number;
  /** As in the response: with a language prefix except in the default language. */
  slug: string;
  defaultSlug: string;
  /** Translated paths by language, if the service's slug app provides them. */
  paths: Readonly<Record<string, string>>;
  /** The editor's "real path" if pages are at these, otherwise null. */
  real: string | null;
  parent: number;
  position: number;
  publishedAt: string | null;
  updatedAt: string | null;
  /** Ids of the stories in its `alternates`. */
  alternates: number[];
  /** Hash of the stored line; equal hashes mean equal stories. */
  hash: string;
  pack: Pack;
  offset: number;
  length: number;
}

type StoryRecordFields = Omit<StoryRecord, "hash" | "pack" | "offset" | "length">;

export function recordFieldsOf(plan: PullPlan, lang: Lang, story: RawStory): StoryRecordFields {
  return {
    uuid: story.uuid,
    id: story.id,
    slug: story.full_slug,
    defaultSlug: story.default_full_slug ?? slugWithoutLanguage(plan, lang, story.full_slug),
    paths: Object.fromEntries(
      story.translated_slugs.filter((slug) => plan.languages.includes(slug.lang)).map((slug) => [slug.lang, slug.path]),
    ),
    real: plan.path === "real" ? (story.path ?? null) : null,
    parent: story.parent_id,
    position: story.position,
    publishedAt: story.published_at,
    updatedAt: story.updated_at,
    alternates: story.alternates.map((alternate) => alternate.id),
  };
}

/** True for the global story, or a language folder's own. */
export function isGlobal(plan: PullPlan, record: Pick<StoryRecordFields, "defaultSlug">): boolean {
  return globalStoryLanguages(plan, record.defaultSlug).length > 0;
}
