import { createReferenceIndex } from "../parse/reference-index.ts";
import { fetchLinks } from "../requests/fetch-links.ts";
import type { Pack } from "../snapshot/pack.ts";
import type { RecordsByLang } from "../snapshot/story-records.ts";
import { createStoryStore } from "../snapshot/story-store.ts";
import { compareLinks } from "./compare-links.ts";
import { createCvTracker } from "./cv-tracker.ts";
import { listingCost } from "./incremental-sync.ts";
import { type PullState, temporaryName } from "./pull-state.ts";
import { movedSamples, samplesCost } from "./story-per-folder.ts";

/**
 * Whether every folder is where the pull that left this open had it; `saved` is what that pull has stored. By a story
 * of each folder or by the listing, whichever takes fewer requests. Nothing is taken in: where something has moved, or
 * the space has a newer version by now, another pull reads it.
 */
export async function foldersStay(
  state: PullState,
  saved: { records: RecordsByLang; packs: Pack[] },
): Promise<boolean> {
  const { client, plan, dir, cv, folderSamples: samples, listingPage, linkMismatches } = state;
  const tracker = createCvTracker(cv, { steady: true });
  if (samplesCost(samples) >= listingCost(state, saved.records)) {
    const links = await fetchLinks(client, tracker, listingPage);
    const { gone, stale } = compareLinks(saved.records, links, linkMismatches);
    return gone.length + stale.length === 0;
  }
  const store = createStoryStore({ plan, dir, temporaryName: temporaryName(), base: saved });
  try {
    const rejected = Object.fromEntries(Object.entries(state.rejected).map(([lang, known]) => [lang, new Map(known)]));
    const intake = { store, rejected, references: createReferenceIndex(plan.languages), origin: client.origin };
    const moved = await movedSamples({ client, tracker, intake, samples, before: saved.records });
    return moved.length === 0 && !tracker.torn() && tracker.newest() === cv;
  } finally {
    store.discard();
  }
}
