import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { Lang } from "../../content/model.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { openStateTable, type RowChange } from "../../files/state-table.ts";
import { removeFolderAt } from "../../files/write-file-atomic.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import type { PullPlan } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";
import {
  createStoryRecords,
  isGlobal,
  newestOf,
  type PackUsage,
  packUsage,
  type RecordsByLang,
  type SavedRecords,
  type StoryRecord,
} from "./story-records.ts";

/** What is known of a language's records without reading their rows. */
interface Summary {
  newest: string;
  globals: string[];
  loads: [pack: string, load: PackUsage][];
  size: number;
}

/** What identifies an index, and what is read before its rows. */
interface Head {
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
  // Nothing is appended to an index, so text after its end is damage.
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

/** One line of the index. An array, since with keys 40,000 lines would be twice as long. */
export type IndexRow = [
  lang: Lang,
  uuid: string,
  id: number,
  slug: string,
  defaultSlug: string,
  paths: Readonly<Record<string, string>>,
  parent: number,
  position: number,
  publishedAt: string | null,
  updatedAt: string | null,
  alternates: number[],
  hash: string,
  pack: string,
  offset: number,
  length: number,
  real?: string,
];

export type PackOf = (name: string) => Pack;

/** Packs by name. A name without a file belonged to a pack whose stories were all replaced. */
export function packsByName(packs: readonly Pack[]): PackOf {
  const known = new Map(packs.map((pack) => [pack.name, pack]));
  return (name) => {
    const pack = known.get(name) ?? { name, fd: -1, bytes: 0 };
    known.set(name, pack);
    return pack;
  };
}

function toIndexRow(lang: Lang, one: StoryRecord): IndexRow {
  const row: IndexRow = [
    lang,
    one.uuid,
    one.id,
    one.slug,
    one.defaultSlug,
    one.paths,
    one.parent,
    one.position,
    one.publishedAt,
    one.updatedAt,
    one.alternates,
    one.hash,
    one.pack.name,
    one.offset,
    one.length,
  ];
  if (one.real !== undefined) row.push(one.real);
  return row;
}

function fromIndexRow(row: IndexRow, packOf: PackOf): StoryRecord {
  const [, uuid, id, slug, defaultSlug, paths, parent, position, publishedAt, updatedAt, alternates] = row;
  const [hash, pack, offset, length] = [row[11], packOf(row[12]), row[13], row[14]];
  // Written out: object spread takes twice as long.
  const record: StoryRecord = {
    uuid,
    id,
    slug,
    defaultSlug,
    paths,
    parent,
    position,
    publishedAt,
    updatedAt,
    alternates,
    hash,
    pack,
    offset,
    length,
  };
  if (row[15] !== undefined) record.real = row[15];
  return record;
}

/** Gives a file that was written whole its name, so that it survives a power failure under that name. */
export function moveIntoPlace(temporary: string, file: string): void {
  const fd = openSync(temporary, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  removeFolderAt(file);
  renameSync(temporary, file);
}

/** With more changes than this the index is rewritten: each pull reads and writes all of them. */
const MAX_CHANGES = 300;

/** A deleted record has only a key. */
type Change = IndexRow | [lang: Lang, uuid: string];

/** Records changed since their index was written, as text; null if the index should be rewritten. */
export function formatChanges(records: RecordsByLang): string | null {
  const lines: string[] = [];
  for (const [lang, { changed, get }] of Object.entries(records)) {
    for (const uuid of changed()) {
      const record = get(uuid);
      const change: Change = record ? toIndexRow(lang, record) : [lang, uuid];
      lines.push(`${JSON.stringify(change)}\n`);
      if (lines.length > MAX_CHANGES) return null;
    }
  }
  return lines.join("");
}

/** Records of an index with the changes applied; the caller has checked that `formatChanges` wrote the text. */
export function recordsWithChanges(
  saved: Readonly<Record<Lang, SavedRecords>>,
  text: string,
  packOf: PackOf,
): RecordsByLang {
  const changes = JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) as Change[];
  return Object.fromEntries(
    Object.keys(saved).map((lang) => {
      const own = changes.filter(([of]) => of === lang);
      const changed = own.map((row) => [row[1], row.length === 2 ? null : fromIndexRow(row, packOf)] as const);
      return [lang, createStoryRecords(forLanguage(saved, lang), new Map(changed))];
    }),
  );
}
