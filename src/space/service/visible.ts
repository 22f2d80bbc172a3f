/** Which stories a request may see. */
import type { StoredStory } from "../model.ts";
import type { View } from "./story-answer.ts";

/**
 * Draft answers hold everything. A published answer leaves out what has no published version; where languages are
 * published one by one, that counts for the default language, and other languages fall back to it.
 */
export function isVisible(story: StoredStory, view: Pick<View, "lang" | "draft">): boolean {
  if (view.draft) return true;
  return view.lang === "default" ? story.liveInDefault : story.live;
}
