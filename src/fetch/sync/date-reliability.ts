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
 * A sync relies on dates. A story whose content changed without its dates shows that this service does not date every
 * change (the embedded one does not for files edited while it was not running). What else changed is then unknown
 * without a full read.
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

/** True if the dates changed, or what a move, a new order or a publish of a sibling changes without them. */
function isDated(known: StoryRecord, now: StoryRecord): boolean {
  return (
    known.updatedAt !== now.updatedAt ||
    known.publishedAt !== now.publishedAt ||
    known.slug !== now.slug ||
    known.defaultSlug !== now.defaultSlug ||
    JSON.stringify(known.paths) !== JSON.stringify(now.paths) ||
    known.real !== now.real ||
    known.parent !== now.parent ||
    known.position !== now.position ||
    known.alternates.join() !== now.alternates.join()
  );
}
