/** Records of stories as rows of the snapshot's table, by language and uuid. A row is parsed when it is asked for. */

import type { RowChange, StateTable } from "../../files/state-table.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import type { PullPlan } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";
import {
  createStoryRecords,
  globalRecords,
  isGlobal,
  newestDate,
  type PackUsage,
  packUsage,
  type RecordsByLang,
  type StoryRecord,
} from "./story-records.ts";

/** What is known of a language's records without reading their rows. */
export interface Summary {
  size: number;
  newest: string;
  globals: string[];
  loads: [pack: string, load: PackUsage][];
}

/** A row is an array in this order, after the pack's name: with keys, 40,000 rows would be twice as long. */
const FIELDS = [
  ...(["id", "slug", "defaultSlug", "paths", "real", "parent", "position", "publishedAt", "updatedAt"] as const),
  ...(["alternates", "hash", "offset", "length"] as const),
];

function kindOf(lang: string): string {
  return `in-${lang}`;
}

/** What changed since the records were opened. */
export function recordRows(records: RecordsByLang): RowChange[] {
  return Object.entries(records).flatMap(([lang, { changed, get }]) =>
    [...changed()].map((uuid): RowChange => {
      const record = get(uuid);
      return [
        kindOf(lang),
        uuid,
        record ? JSON.stringify([record.pack.name, ...FIELDS.map((field) => record[field])]) : null,
      ];
    }),
  );
}

export function summariesOf(plan: PullPlan, records: RecordsByLang): ByLanguage<Summary> {
  return byLanguage(Object.keys(records), (lang) => {
    const own = forLanguage(records, lang);
    return {
      size: own.size,
      newest: newestDate(own),
      globals: globalRecords(own, (record) => isGlobal(plan, record)).map(({ uuid }) => uuid),
      loads: [...packUsage({ [lang]: own })].map(([{ name }, load]) => [name, load]),
    };
  });
}

/** The records as they were saved, whatever the table saves later. */
export function openRecords(
  table: Pick<StateTable<unknown>, "rows">,
  summaries: ByLanguage<Summary>,
  packOf: PackOf,
): RecordsByLang {
  return byLanguage(Object.keys(summaries), (lang) => {
    const { loads, ...summary } = forLanguage(summaries, lang);
    const texts = new Map(table.rows(kindOf(lang)));
    const read = new Map<string, StoryRecord>();
    const get = (uuid: string) => {
      const text = read.has(uuid) ? undefined : texts.get(uuid);
      if (text !== undefined) read.set(uuid, recordOf(uuid, text, packOf));
      return read.get(uuid);
    };
    const used = new Map(loads.map(([name, load]) => [packOf(name), load]));
    return createStoryRecords({ ...summary, loads: used, get, keys: () => texts.keys() });
  });
}

export type PackOf = (name: string) => Pack;

/** Packs by name. A name without a file belonged to a pack whose stories were all replaced. */
export function packsByName(packs: readonly Pack[]): PackOf {
  const known = new Map(packs.map((pack) => [pack.name, pack]));
  return (name) => getOrInsert(known, name, () => ({ name, fd: -1, bytes: 0 }));
}

function recordOf(uuid: string, text: string, packOf: PackOf): StoryRecord {
  const [pack, ...values] = JSON.parse(text) as [string, ...unknown[]]; // as `recordRows` wrote it
  const record: Partial<Record<keyof StoryRecord, unknown>> = { uuid, pack: packOf(pack) };
  for (const [index, field] of FIELDS.entries()) record[field] = values[index];
  return record as StoryRecord;
}
