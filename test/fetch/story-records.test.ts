/** Story records read by key equal those of a plain map, after any changes. */
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { PullPlan } from "../../src/fetch/pull-plan.ts";
import type { Pack } from "../../src/fetch/snapshot/pack.ts";
import {
  emptyRecords,
  globalRecords,
  isGlobal,
  newestDate,
  newestOf,
  packUsage,
  type RecordsByLang,
  type StoryRecord,
} from "../../src/fetch/snapshot/story-records.ts";
import {
  openRecords,
  packsByName,
  recordRows,
  type Summary,
  summariesOf,
} from "../../src/fetch/snapshot/story-rows.ts";
import { openStateTable } from "../../src/files/state-table.ts";
import type { ByLanguage } from "../../src/site/by-language.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const { dir, remove } = temporaryFolder();
afterAll(remove);

const LANGUAGES = ["en", "de"];
const plan: PullPlan = { languages: LANGUAGES, dimensions: [], datasources: [], global: "global", folders: [] };
const packs: Pack[] = ["pack-a", "pack-b"].map((name) => ({ name, fd: -1, bytes: 1e6 }));

const record = fc.record({
  // One letter and one with two bytes: keys are compared by bytes.
  uuid: fc.constantFrom<string[]>("a", "b", "bb", "c", "ä", "ab", "d", "zz"),
  slug: fc.constantFrom<string[]>("x", "global", "y/ü"),
  parent: fc.integer({ min: 0, max: 3 }),
  updatedAt: fc.option(fc.constantFrom("2026-01-01", "2026-01-02", "2026-01-03")),
  pack: fc.constantFrom(...packs),
  length: fc.integer({ min: 1, max: 99 }),
});
const change = fc.record({ lang: fc.constantFrom(...LANGUAGES), isGone: fc.boolean(), record });

type Fields = typeof record extends fc.Arbitrary<infer T> ? T : never;
type Model = Map<string, Map<string, StoryRecord>>;

function storyRecord({ uuid, slug, ...rest }: Fields): StoryRecord {
  const common = {
    id: 1,
    real: null,
    paths: {},
    position: 0,
    publishedAt: null,
    alternates: [],
    hash: uuid + slug,
    offset: 0,
  };
  return { ...common, ...rest, uuid, slug, defaultSlug: slug };
}

function apply(
  records: RecordsByLang,
  model: Model,
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
) {
  for (const { lang, isGone, record: fields } of changes) {
    const [ours, theirs] = [records[lang], model.get(lang)];
    if (isGone) expect(ours?.delete(fields.uuid)).toBe(theirs?.delete(fields.uuid));
    else {
      const one = storyRecord(fields);
      ours?.set(one.uuid, one);
      theirs?.set(one.uuid, one);
    }
  }
}

/** The records as they are after they were stored in this file and opened again. */
function reopened(file: string, records: RecordsByLang): RecordsByLang {
  const path = join(dir, file);
  openStateTable<ByLanguage<Summary>>(path, 1).save(recordRows(records), summariesOf(plan, records));
  const table = openStateTable<ByLanguage<Summary>>(path, 1);
  return openRecords(table, table.head ?? expect.fail(), packsByName(packs));
}

function expectSame(records: RecordsByLang, model: Model) {
  for (const lang of LANGUAGES) {
    const [ours, theirs] = [records[lang], model.get(lang)];
    if (!ours || !theirs) throw new Error(`There is no ${lang}.`);
    for (const uuid of ["a", "b", "bb", "c", "ä", "ab", "d", "zz", "", "e"]) {
      expect(ours.get(uuid)).toEqual(theirs.get(uuid));
      expect(ours.get(uuid)).toBe(ours.get(uuid));
    }
    expect(ours.size).toBe(theirs.size);
    expect(newestDate(ours)).toBe(newestOf(theirs.values()));
    expect(globalRecords(ours, (one) => isGlobal(plan, one)).map(({ uuid }) => uuid)).toEqual(
      [...theirs.values()]
        .filter((one) => isGlobal(plan, one))
        .map(({ uuid }) => uuid)
        .sort(),
    );
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    expect([...ours.values()].every((one) => one === ours.get(one.uuid))).toBe(true);
  }
  const live = [...model.values()].flatMap((ofLanguage) => [...ofLanguage.values()]);
  for (const pack of packs) {
    const own = live.filter((one) => one.pack === pack);
    const bytes = own.reduce((sum, { length }) => sum + length + 1, 0);
    expect(packUsage(records).get(pack)).toEqual(own.length > 0 ? { bytes, stories: own.length } : undefined);
  }
}

describe("records of a snapshot", () => {
  it("are those of a plain map after any changes, also when they were written and opened in between", () => {
    let files = 0;
    const some = fc.array(change, { maxLength: 12 });
    fc.assert(
      fc.property(some, some, some, (first, second, third) => {
        const model: Model = new Map(LANGUAGES.map((lang) => [lang, new Map()]));
        const fresh = emptyRecords(LANGUAGES);
        apply(fresh, model, first);
        expectSame(fresh, model);
        files += 1;
        const file = `${files}.state`;
        const opened = reopened(file, fresh);
        expectSame(opened, model);
        const before = new Map([...model].map(([lang, own]) => [lang, new Map(own)]));
        const copies = Object.fromEntries(LANGUAGES.map((lang) => [lang, opened[lang]?.copy() ?? expect.fail()]));
        apply(opened, model, second);
        expectSame(opened, model);
        expectSame(copies, before);
        const again = reopened(file, opened);
        expectSame(copies, before);
        expectSame(again, model);
        apply(again, model, third);
        expectSame(again, model);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
