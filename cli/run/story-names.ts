import { join } from "node:path";
import { SNAPSHOT_FOLDER } from "../../src/fetch/pull-space.ts";
import { openSnapshot } from "../../src/fetch/snapshot/open-snapshot.ts";
import { closePacks, readStory } from "../../src/fetch/snapshot/story-store.ts";

/** Names and slugs of stories in the last pull, by uuid; unknown ones are left out. */
export function readStoryNames(stateDir: string, uuids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const opened = openSnapshot(join(stateDir, SNAPSHOT_FOLDER));
  if (opened.kind !== "ok") return names;
  const { records, packs } = opened.snapshot;
  for (const stories of Object.values(records)) {
    for (const uuid of uuids) {
      const record = names.has(uuid) ? undefined : stories.get(uuid);
      if (record) names.set(uuid, `${readStory(record).name} (${record.slug})`);
    }
  }
  closePacks(packs);
  return names;
}
