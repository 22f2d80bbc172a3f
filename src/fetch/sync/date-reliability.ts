import { forLanguage } from "../../site/by-language.ts";
import type { StoryRecord } from "../snapshot/story-record.ts";
import { differingUuids, newestDate, type RecordsByLang } from "../snapshot/story-records.ts";

export function anyChanged(before: RecordsByLang, now: RecordsByLang): boolean {
  return Object.entries(now).some(([lang, records]) => {
    const known = forLanguage(before, lang);
    return [...differingUuids(known, records)].some((uuid) => known.get(uuid) !== records.get(uuid));
  });
}

/**
 * Catching up goes by dates. A story whose content changed while its dates stayed shows that this service does
 * not date every change (the embedded one does not, for files edited while it was not running); then what else
 * changed cannot be known without reading everything.
 */
export function datesAreReliable(before: RecordsByLang, now: RecordsByLang): boolean {
  return Object.entries(now).every(([lang, records]) => {
    const old = forLanguage(before, lang);
    const latest = newestDate(old);
    return [...differingUuids(old, records)].every((uuid) => {
      const [known, record] = [old.get(uuid), records.get(uuid)];
      if (known === record || record === undefined) return true;
      if (known === undefined) return record.updatedAt === null || record.updatedAt > latest;
      return isDated(known, record);
    });
  });
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
