import { join } from "node:path";
import { snapshotsIn } from "../../src/fetch/pull-space.ts";
import { openSnapshot } from "../../src/fetch/snapshot/open-snapshot.ts";
import { closePacks, readStory } from "../../src/fetch/snapshot/story-store.ts";

/** Names and slugs of stories in the last pull, by uuid; unknown ones are left out. */
export function readStoryNames(stateDir: string, uuids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const folder of snapshotsIn(stateDir)) {
    const opened = openSnapshot(join(stateDir, folder));
    if (opened.kind !== "ok") continue;
    const { records, packs } = opened.snapshot;
    for (const stories of Object.values(records)) {
      for (const uuid of uuids) {
        const record = names.has(uuid) ? undefined : stories.get(uuid);
        if (record) names.set(uuid, `${readStory(record).name} (${record.slug})`);
      }
    }
    closePacks(packs);
  }
  return names;
}
