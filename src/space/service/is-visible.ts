/** Which stories a request can see. */
import type { StoredStory } from "../model.ts";
import type { RequestedVersion } from "./story-response.ts";

/**
 * Draft responses contain all stories. Published responses omit those without a published version; if languages are
 * published separately, the default language's version counts, and others fall back to it.
 */
export function isVisible(story: StoredStory, view: Pick<RequestedVersion, "lang" | "draft">): boolean {
  if (view.draft) return true;
  return view.lang === "default" ? story.liveInDefault : story.live;
}
