import { forLanguage } from "../../site/by-language.ts";
import type { StoryRecord } from "../snapshot/story-record.ts";
import { differingUuids, type RecordsByLang } from "../snapshot/story-records.ts";
import type { StoryStore } from "../snapshot/story-store.ts";

/**
 * Stories that list another one in their `alternates` (folder-level translation). If that one is new, renamed or
 * removed, their response changes although they were not published.
 */
export function staleSiblings(before: RecordsByLang, store: StoryStore): string[] {
  const ids = new Set<number>();
  for (const [lang, now] of Object.entries(store.records)) {
    const known = forLanguage(before, lang);
    for (const uuid of differingUuids(known, now)) {
      for (const id of affected(known.get(uuid), now.get(uuid))) ids.add(id);
    }
  }
  if (ids.size === 0) return [];
  const all = Object.values(store.records).flatMap((records) => [...records.values()]);
  const siblings = all.filter((record) => ids.has(record.id));
  const fresh = (uuid: string) => Object.values(store.touched).every((touched) => touched.has(uuid));
  return [...new Set(siblings.map((record) => record.uuid))].filter((uuid) => !fresh(uuid));
}

function affected(before: StoryRecord | undefined, now: StoryRecord | undefined): number[] {
  if (before === now) return [];
  const known = before?.alternates ?? [];
  const reported = now?.alternates ?? [];
  const sameSlug = before !== undefined && now !== undefined && before.slug === now.slug;
  if (sameSlug && known.join() === reported.join()) return [];
  return [...known, ...reported];
}
