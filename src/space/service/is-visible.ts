/** Which stories a request can see. */
import type { StoredStory } from "../model.ts";
import type { RequestedVersion } from "./story-response.ts";

/**
 * Draft responses contain all stories, and responses with a release those of the release. Published responses omit those without a published version; if languages are
 * published separately, the default language's version counts, and others fall back to it.
 */
export function isVisible(story: StoredStory, view: Pick<RequestedVersion, "lang" | "draft">): boolean {
  if (view.draft || story.releaseId !== undefined) return true;
  return view.lang === "default" ? story.liveInDefault : story.live;
}
