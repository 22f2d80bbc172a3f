import type { Lang } from "../../content/model.ts";
import { at, byLanguage } from "../../site/by-language.ts";
import type { Pack } from "./pack.ts";
import type { StoryRecord } from "./story-record.ts";
import type { RecordsByLang } from "./story-store.ts";

/** One line of the index: an array, because 40,000 lines with keys would be twice as long. */
type Row = [
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
  pack: number,
  offset: number,
  length: number,
];

export function formatIndex(records: RecordsByLang, packs: readonly Pack[]): string {
  const numbers = new Map(packs.map((pack, number) => [pack, number]));
  const lines: string[] = [];
  for (const [lang, ofLanguage] of Object.entries(records)) {
    for (const one of ofLanguage.values()) {
      const line: Row = [
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
        numbers.get(one.pack) ?? -1,
        one.offset,
        one.length,
      ];
      lines.push(JSON.stringify(line));
    }
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Null when a line points into no pack. That the lines are what `formatIndex` wrote is for the caller to know: the
 * file's name is the hash of its text.
 */
export function parseIndex(text: string, languages: readonly Lang[], packs: readonly Pack[]): RecordsByLang | null {
  const records: RecordsByLang = byLanguage(languages, () => new Map());
  const rows = JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) as Row[];
  for (const line of rows) {
    const record = toRecord(line, packs);
    if (record === null) return null;
    at(records, line[0]).set(record.uuid, record);
  }
  return records;
}

function toRecord(line: Row, packs: readonly Pack[]): StoryRecord | null {
  const [, uuid, id, slug, defaultSlug, paths, parent, position, publishedAt, updatedAt, alternates] = line;
  const [hash, number, offset, length] = [line[11], line[12], line[13], line[14]];
  const pack = packs[number];
  if (pack === undefined || offset + length > pack.bytes) return null;
  // Written out: spreading takes twice as long.
  return {
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
}
