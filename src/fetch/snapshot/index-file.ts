import { z } from "zod";
import type { Pack } from "./pack.ts";
import type { StoryRecord } from "./story-record.ts";
import type { RecordsByLang } from "./story-store.ts";

/** One line of the index: an array, because 40,000 lines with keys would be twice as long. */
const row = z.tuple([
  z.enum(["en", "de"]),
  z.string(),
  z.number(),
  z.string(),
  z.string(),
  z.string().nullable(),
  z.number(),
  z.number(),
  z.string().nullable(),
  z.string().nullable(),
  z.array(z.number()),
  z.string(),
  z.number(),
  z.number(),
  z.number(),
]);

export function formatIndex(records: RecordsByLang, packs: readonly Pack[]): string {
  const numbers = new Map(packs.map((pack, number) => [pack, number]));
  const lines: string[] = [];
  for (const lang of ["en", "de"] as const) {
    for (const one of records[lang].values()) {
      const line: z.infer<typeof row> = [
        lang,
        one.uuid,
        one.id,
        one.slug,
        one.defaultSlug,
        one.germanPath,
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

/** Null when a line is not what `formatIndex` writes or points into no pack. */
export function parseIndex(text: string, packs: readonly Pack[]): RecordsByLang | null {
  const records: RecordsByLang = { en: new Map(), de: new Map() };
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const parsed = row.safeParse(JSON.parse(line));
    const record = parsed.success ? toRecord(parsed.data, packs) : null;
    if (!parsed.success || record === null) return null;
    records[parsed.data[0]].set(record.uuid, record);
  }
  return records;
}

function toRecord(line: z.infer<typeof row>, packs: readonly Pack[]): StoryRecord | null {
  const [, uuid, id, slug, defaultSlug, germanPath, parent, position, publishedAt, updatedAt, alternates] = line;
  const [hash, number, offset, length] = [line[11], line[12], line[13], line[14]];
  const pack = packs[number];
  if (pack === undefined || offset + length > pack.bytes) return null;
  const facts = { uuid, id, slug, defaultSlug, germanPath, parent, position, publishedAt, updatedAt, alternates };
  return { ...facts, hash, pack, offset, length };
}
