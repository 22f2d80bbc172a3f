import { appendTo } from "./append-to.ts";
import type { SiteStory } from "./model-entry.ts";
import { compareText } from "./rules/compare-text.ts";

type LinkedStory = Pick<SiteStory, "uuid" | "id" | "alternates">;

/** The alternates of the default response: with folder-level translation, editors link stories of different folders. */
export interface StoryLinks {
  /** Number of stories that are listed. */
  readonly size: number;
  /** Replaces stories; `before` is undefined for new ones, `now` for removed ones. */
  replace(changes: readonly { before: LinkedStory | undefined; now: LinkedStory | undefined }[]): void;
  /** Uuids of the stories that a story lists, in its order, then of those that list it, ordered by uuid. */
  linked(story: LinkedStory): string[];
}

export function createStoryLinks(): StoryLinks {
  const uuids = new Map<number, string>();
  const listedBy = new Map<number, string[]>();
  return {
    get size() {
      return listedBy.size;
    },
    replace(changes) {
      for (const { before } of changes) {
        if (!before) continue;
        uuids.delete(before.id);
        for (const id of new Set(before.alternates)) remove(listedBy, id, before.uuid);
      }
      for (const { now } of changes) {
        if (!now) continue;
        uuids.set(now.id, now.uuid);
        for (const id of new Set(now.alternates)) appendTo(listedBy, id, now.uuid);
      }
    },
    linked({ id, alternates }) {
      const listing = listedBy.get(id);
      if (alternates.length === 0 && !listing) return [];
      return [...alternates.flatMap((other) => uuids.get(other) ?? []), ...(listing ?? []).sort(compareText)];
    },
  };
}

function remove(lists: Map<number, string[]>, id: number, uuid: string): void {
  const left = (lists.get(id) ?? []).filter((one) => one !== uuid);
  if (left.length > 0) lists.set(id, left);
  else lists.delete(id);
}
