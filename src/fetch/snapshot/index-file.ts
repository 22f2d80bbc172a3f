import type { Lang } from "../../content/model.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import type { PullPlan } from "../pull-plan.ts";
import { type IndexRow, type PackOf, recordOf, rowOf } from "./index-row.ts";
import { isGlobal, type StoryRecord } from "./story-record.ts";
import {
  type FolderSample,
  newestOf,
  type PackUsage,
  packUsage,
  type RecordsByLang,
  type SavedRecords,
  samplesOf,
} from "./story-records.ts";

/** What is known of a language's records without parsing their lines. */
interface Summary {
  newest: string;
  globals: string[];
  folders: FolderSample[];
  loads: [pack: string, load: PackUsage][];
  /** Number of lines, and their byte range relative to the end of the file's first line. */
  size: number;
  start: number;
  end: number;
}

const LINE = 0x0a;

/**
 * The records of a snapshot: a summary of each language, then one line per record sorted by key, so that one can be
 * found without parsing the others.
 */
export function formatIndex(plan: PullPlan, records: RecordsByLang): string {
  const lines: string[] = [];
  let bytes = 0;
  const summaries = byLanguage(Object.keys(records), (lang): Summary => {
    const all = [...forLanguage(records, lang).values()];
    const start = bytes;
    const keyed = all.map((record) => [keyOf(lang, record.uuid), record] as const);
    for (const [, record] of keyed.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const line = JSON.stringify(rowOf(lang, record));
      lines.push(line);
      bytes += Buffer.byteLength(line) + 1;
    }
    return {
      newest: newestOf(all),
      globals: all.filter((record) => isGlobal(plan, record)).map(({ uuid }) => uuid),
      folders: [...samplesOf(all)],
      loads: [...packUsage({ [lang]: forLanguage(records, lang) })].map(([{ name }, load]) => [name, load]),
      size: all.length,
      start,
      end: bytes,
    };
  });
  return `${[JSON.stringify(summaries), ...lines].join("\n")}\n`;
}

/** Start of a record's line. Lines are compared byte by byte, as Latin-1 text. */
function keyOf(lang: Lang, uuid: string): string {
  return Buffer.from(`${JSON.stringify([lang, uuid]).slice(0, -1)},`).toString("latin1");
}

/** The caller has checked that `formatIndex` wrote the file: its name is the hash of its bytes. */
export function openIndex(file: Buffer, packOf: PackOf): Record<Lang, SavedRecords> {
  const first = file.indexOf(LINE);
  const summaries = JSON.parse(file.toString("utf8", 0, first)) as Record<Lang, Summary>;
  const lines = file.subarray(first + 1);
  return Object.fromEntries(
    Object.entries(summaries).map(([lang, one]) => [
      lang,
      savedRecords({ lang, summary: one, lines: lines.subarray(one.start, one.end), packOf }),
    ]),
  );
}

function savedRecords(of: { lang: Lang; summary: Summary; lines: Buffer; packOf: PackOf }): SavedRecords {
  const { lang, summary, lines, packOf } = of;
  const { size, newest, globals, folders, loads } = summary;
  const read = new Map<string, StoryRecord | undefined>();
  const get = (uuid: string) => {
    if (!read.has(uuid)) {
      const line = findLine(lines, keyOf(lang, uuid));
      read.set(uuid, line === null ? undefined : recordOf(JSON.parse(line) as IndexRow, packOf));
    }
    return read.get(uuid);
  };
  const readAll = () => {
    const rows = JSON.parse(`[${lines.toString().trimEnd().replaceAll("\n", ",")}]`) as IndexRow[];
    return new Map(rows.map((row) => [row[1], read.get(row[1]) ?? recordOf(row, packOf)]));
  };
  let all: ReadonlyMap<string, StoryRecord> | undefined;
  return {
    size,
    newest,
    globals,
    folders,
    loads: new Map(loads.map(([name, load]) => [packOf(name), load])),
    get: (uuid) => (all ? all.get(uuid) : get(uuid)),
    all() {
      all ??= readAll();
      return all;
    },
  };
}

/** Binary search for the line that begins with the key; null if there is none. */
function findLine(lines: Buffer, key: string): string | null {
  let start = 0;
  let end = lines.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    const from = middle === 0 ? 0 : lines.lastIndexOf(LINE, middle - 1) + 1;
    const to = lines.indexOf(LINE, middle);
    const found = lines.toString("latin1", from, from + key.length);
    if (found === key) return lines.toString("utf8", from, to);
    if (found < key) start = to + 1;
    else end = from;
  }
  return null;
}
