import { at } from "../../site/by-language.ts";
import type { StoryRecord } from "../snapshot/story-record.ts";
import type { RecordsByLang } from "../snapshot/story-store.ts";

export function anyChanged(before: RecordsByLang, now: RecordsByLang): boolean {
  return Object.entries(now).some(([lang, records]) => {
    const known = at(before, lang);
    return known.size !== records.size || [...records.values()].some((record) => known.get(record.uuid) !== record);
  });
}

/**
 * Catching up goes by dates. A story whose content changed while its dates stayed shows that this service does
 * not date every change (the embedded one does not, for files edited while it was not running); then what else
 * changed cannot be known without reading everything.
 */
export function datesAreReliable(before: RecordsByLang, now: RecordsByLang): boolean {
  return Object.entries(now).every(([lang, records]) => {
    const old = at(before, lang);
    const latest = newestDate(old.values());
    return [...records.values()].every((record) => {
      const known = old.get(record.uuid);
      if (known === record) return true;
      if (known === undefined) return record.updatedAt === null || record.updatedAt > latest;
      return isDated(known, record);
    });
  });
}

export function newestDate(records: Iterable<StoryRecord>): string {
  let latest = "";
  for (const { updatedAt } of records) if (updatedAt !== null && updatedAt > latest) latest = updatedAt;
  return latest;
}

/** What a folder's move, a reordering or a sibling's publish changes in a story leaves its dates alone. */
function isDated(known: StoryRecord, now: StoryRecord): boolean {
  return (
    known.updatedAt !== now.updatedAt ||
    known.publishedAt !== now.publishedAt ||
    known.slug !== now.slug ||
    known.defaultSlug !== now.defaultSlug ||
    JSON.stringify(known.paths) !== JSON.stringify(now.paths) ||
    known.parent !== now.parent ||
    known.position !== now.position ||
    known.alternates.join() !== now.alternates.join()
  );
}
