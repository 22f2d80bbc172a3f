import type { Lang } from "../../content/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { fromIndexRow, type IndexRow, type PackOf, toIndexRow } from "./index-row.ts";
import { createStoryRecords, type RecordsByLang, type SavedRecords } from "./story-records.ts";

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
