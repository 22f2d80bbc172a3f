import type { StoryRecord } from "./snapshot/story-record.ts";
import type { RecordsByLang, StoryStore } from "./snapshot/story-store.ts";

/**
 * Stories that tell about another one in their `alternates` (folder-level translation). When that one is
 * new, renamed or gone, they answer differently although nobody published them.
 */
export function staleSiblings(before: RecordsByLang, store: StoryStore): string[] {
  const ids = new Set<number>();
  for (const lang of ["en", "de"] as const) {
    const now = store.records[lang];
    for (const uuid of new Set([...before[lang].keys(), ...now.keys()])) {
      for (const id of affected(before[lang].get(uuid), now.get(uuid))) ids.add(id);
    }
  }
  if (ids.size === 0) return [];
  const siblings = [...store.records.en.values(), ...store.records.de.values()].filter((record) => ids.has(record.id));
  const fresh = (uuid: string) => store.touched.en.has(uuid) && store.touched.de.has(uuid);
  return [...new Set(siblings.map((record) => record.uuid))].filter((uuid) => !fresh(uuid));
}

function affected(before: StoryRecord | undefined, now: StoryRecord | undefined): number[] {
  if (before === now) return [];
  const known = before?.alternates ?? [];
  const told = now?.alternates ?? [];
  const sameSlug = before !== undefined && now !== undefined && before.slug === now.slug;
  if (sameSlug && known.join() === told.join()) return [];
  return [...known, ...told];
}
