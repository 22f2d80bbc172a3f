import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Lang } from "../../content/model.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import type { PullPlan } from "../pull-plan.ts";
import { readIndex } from "./damaged-index.ts";
import { fromIndexRow, type IndexRow, type PackOf, toIndexRow } from "./index-row.ts";
import { moveIntoPlace } from "./move-into-place.ts";
import { openTable, type Row, tableFiles, writeTable } from "./row-table.ts";
import { isGlobal, type StoryRecord } from "./story-record.ts";
import { newestOf, type PackUsage, packUsage, type RecordsByLang, type SavedRecords } from "./story-records.ts";

/** What is known of a language's records without reading their rows. */
interface Summary {
  newest: string;
  globals: string[];
  loads: [pack: string, load: PackUsage][];
  size: number;
}

/** Key of the row with the summaries. The others have a language and a uuid. */
const SUMMARIES = "summaries";
const NAME = /^index-(\w+)\.rows$/;

/**
 * Writes the records of a snapshot as a table (src/row-table.ts), so that one is read and checked without the others.
 * Its name contains the hash of its rows. Returns the name.
 */
export function writeIndex(dir: string, plan: PullPlan, records: RecordsByLang): string {
  const rows = [...indexRows(plan, records)];
  const hash = createHash("sha256");
  for (const row of rows) hash.update(JSON.stringify(row));
  const sum = hash.digest("hex").slice(0, 32);
  const name = `index-${sum}.rows`;
  const temporary = join(dir, `tmp-${process.pid}-${name}`);
  writeTable(temporary, sum, rows);
  const targets = tableFiles(join(dir, name));
  for (const [at, file] of tableFiles(temporary).entries()) moveIntoPlace(file, targets[at] ?? "");
  return name;
}

function* indexRows(plan: PullPlan, records: RecordsByLang): Iterable<Row> {
  const languages = Object.keys(records);
  const recordsOf = byLanguage(languages, (lang) =>
    [...forLanguage(records, lang).values()].sort((a, b) => compareText(a.uuid, b.uuid)),
  );
  const summaries = byLanguage(languages, (lang): Summary => {
    const all = forLanguage(recordsOf, lang);
    return {
      newest: newestOf(all),
      globals: all.filter((record) => isGlobal(plan, record)).map(({ uuid }) => uuid),
      loads: [...packUsage({ [lang]: forLanguage(records, lang) })].map(([{ name }, load]) => [name, load]),
      size: all.length,
    };
  });
  yield [SUMMARIES, summaries];
  for (const lang of languages)
    for (const record of forLanguage(recordsOf, lang)) yield [keyOf(lang, record.uuid), toIndexRow(lang, record)];
}

function keyOf(lang: Lang, uuid: string): string {
  return `${lang} ${uuid}`;
}

/** The hash in an index's name, which its checksums contain; "" for any other name. */
export function indexChecksum(name: string): string {
  return NAME.exec(name)?.[1] ?? "";
}

/** Null if a file of the index is missing or damaged. Other damage is found when it is read: DamagedIndex. */
export function openIndex(file: string, packOf: PackOf): Record<Lang, SavedRecords> | null {
  const table = openTable(file, indexChecksum(basename(file)));
  if (!table) return null;
  let isOpen = true;
  const close = () => {
    if (isOpen) table.close();
    isOpen = false;
  };
  try {
    const summaries = table.get(SUMMARIES) as Record<Lang, Summary>; // written by writeIndex
    const read = new Map<string, StoryRecord | undefined>();
    const get = (key: string) => {
      if (!read.has(key)) {
        const row = readIndex(file, () => table.get(key)) as IndexRow | undefined; // written by writeIndex
        read.set(key, row && fromIndexRow(row, packOf));
      }
      return read.get(key);
    };
    let all: Record<Lang, Map<string, StoryRecord>> | undefined;
    const readAll = () => {
      const maps = byLanguage(Object.keys(summaries), () => new Map<string, StoryRecord>());
      for (const [key, value] of table.rows()) {
        if (key === SUMMARIES) continue;
        const row = value as IndexRow; // written by writeIndex
        forLanguage(maps, row[0]).set(row[1], read.get(key) ?? fromIndexRow(row, packOf));
      }
      return maps;
    };
    const opened = Object.entries(summaries).map(([lang, { loads, ...summary }]): [Lang, SavedRecords] => [
      lang,
      {
        ...summary,
        loads: new Map(loads.map(([name, load]) => [packOf(name), load])),
        get: (uuid) => (all ? forLanguage(all, lang).get(uuid) : get(keyOf(lang, uuid))),
        all() {
          all ??= readIndex(file, readAll);
          return forLanguage(all, lang);
        },
        close,
      },
    ]);
    return Object.fromEntries(opened);
  } catch {
    close();
    return null;
  }
}
