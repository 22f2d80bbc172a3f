import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Lang } from "../../content/model.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { openStateTable, type RowChange } from "../../files/state-table.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import type { PullPlan } from "../pull-plan.ts";
import { fromIndexRow, type IndexRow, type PackOf, toIndexRow } from "./index-row.ts";
import { moveIntoPlace } from "./move-into-place.ts";
import { isGlobal, type StoryRecord } from "./story-record.ts";
import { newestOf, type PackUsage, packUsage, type RecordsByLang, type SavedRecords } from "./story-records.ts";

/** What is known of a language's records without reading their rows. */
interface Summary {
  newest: string;
  globals: string[];
  loads: [pack: string, load: PackUsage][];
  size: number;
}

/** What identifies an index, and what is read before its rows. */
interface Head {
  /** Hash of the rows. */
  sum: string;
  summaries: Record<Lang, Summary>;
}

/** Increase this when the format of rows changes. */
const VERSION = 1;
/** The kind of all rows; their keys are language and uuid. */
const RECORD = "record";
const NAME = /^index-(\w+)\.state$/;

/** Writes the records of a snapshot as a table (src/files/state-table.ts) and returns its name, which has the hash of its rows. */
export function writeIndex(dir: string, plan: PullPlan, records: RecordsByLang): string {
  const { rows, summaries } = indexRows(plan, records);
  const hash = createHash("sha256");
  for (const row of rows) hash.update(row.join("\n"));
  const sum = hash.digest("hex").slice(0, 32);
  const name = `index-${sum}.state`;
  const temporary = join(dir, `tmp-${process.pid}-${name}`);
  openStateTable<Head>(temporary, VERSION).save(rows, { sum, summaries });
  moveIntoPlace(temporary, join(dir, name));
  return name;
}

function indexRows(plan: PullPlan, records: RecordsByLang): { rows: RowChange[]; summaries: Head["summaries"] } {
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
  const rows = languages.flatMap((lang) =>
    forLanguage(recordsOf, lang).map(
      (record): RowChange => [RECORD, keyOf(lang, record.uuid), JSON.stringify(toIndexRow(lang, record))],
    ),
  );
  return { rows, summaries };
}

function keyOf(lang: Lang, uuid: string): string {
  return `${lang} ${uuid}`;
}

/** Null if the file is missing, damaged, or another index than its name says. */
export function openIndex(file: string, packOf: PackOf): Record<Lang, SavedRecords> | null {
  const { head, rows, isCurrent } = openStateTable<Head>(file, VERSION);
  // Nothing is appended to an index: what follows its end is damage.
  if (!head || !isCurrent() || head.sum !== NAME.exec(basename(file))?.[1]) return null;
  const texts = rows(RECORD);
  return Object.fromEntries(
    Object.entries(head.summaries).map(([lang, { loads, ...summary }]): [Lang, SavedRecords] => {
      const read = new Map<string, StoryRecord | undefined>();
      const get = (uuid: string) => {
        if (!read.has(uuid)) {
          const text = texts.get(keyOf(lang, uuid));
          read.set(uuid, text === undefined ? undefined : fromIndexRow(JSON.parse(text) as IndexRow, packOf));
        }
        return read.get(uuid);
      };
      const beginning = keyOf(lang, "");
      return [
        lang,
        {
          ...summary,
          loads: new Map(loads.map(([name, load]) => [packOf(name), load])),
          get,
          *keys() {
            for (const key of texts.keys()) if (key.startsWith(beginning)) yield key.slice(beginning.length);
          },
        },
      ];
    }),
  );
}
