/** The store for the next build, begun before the pages and in effect once they are published. */
import { setImmediate } from "node:timers/promises";
import { StoreNotWritten } from "../../incremental/store/database.ts";
import { inGroups } from "../../incremental/store/in-groups.ts";
import { createStore, dropStore, type NewStore } from "../../incremental/store/store.ts";
import { rowsOf, type SavedSite } from "./save-site.ts";
import { type SavedStories, storyRows } from "./save-stories.ts";

export interface NextStore {
  /** Replaces the last build's store; null removes a store that could be wrong. */
  save(site: SavedSite | null): Promise<void>;
  /** Ends the work. The last build's store stays, unless this one was saved. */
  close(): void;
}

/** Rows that are written before others have their turn. */
const AT_ONCE = 500;

/**
 * Stores by key what the next build needs to publish a few stories. The rows of stories are written while this thread
 * waits for the browser's code, and while other threads render.
 */
export function startNextStore(folder: string, stories: SavedStories): NextStore {
  let store: NewStore | null = null;
  const close = () => {
    store?.abandon();
    store = null;
  };
  const fill = async () => {
    store = createStore(folder);
    for (const rows of inGroups(storyRows(stories), AT_ONCE)) {
      await setImmediate();
      if (!store) return;
      store.add(rows);
    }
  };
  const filled = fill();
  filled.catch(() => undefined);
  return {
    async save(site) {
      const isSaved =
        site !== null &&
        (await orFalse(async () => {
          await filled;
          const last = store;
          store = null;
          last?.finish(rowsOf(site));
        }));
      if (isSaved) return;
      close();
      dropStore(folder);
    },
    close,
  };
}

/** False if the store cannot be written, for example on a full disk. Without a store the next build is a full one. */
async function orFalse(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof StoreNotWritten) return false;
    throw error;
  }
}
