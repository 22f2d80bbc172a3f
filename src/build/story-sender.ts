/** The stories that a render thread is sent with its pages: each once for all pages of a listing, moved instead of copied. */
import { responseLanguage } from "../content/rules/languages.ts";
import { forLanguage } from "../site/by-language.ts";
import type { RenderContext } from "./render-context.ts";
import type { PageTask, RenderJob } from "./render-task.ts";

/** Returns what one thread is sent of the story of its next page. */
export function createStorySender({
  space,
  site,
  definition,
}: Pick<RenderContext, "space" | "site" | "definition">): (task: PageTask) => RenderJob["story"] {
  let last = "";
  return ({ route: { lang, uuid }, keepsPayload }) => {
    const story = keepsPayload ? "" : `${lang} ${uuid}`;
    if (story === last) return keepsPayload ? null : "same";
    last = story;
    const entry = keepsPayload ? undefined : forLanguage(site.entries, lang).get(uuid);
    return (entry && space.bytes(responseLanguage(entry, definition), uuid)) ?? null;
  };
}

/** Memory that is moved to the thread with its page. */
export function transferablesOf({ story, other }: Pick<RenderJob, "story" | "other">): ArrayBuffer[] {
  return [story, other?.story].flatMap((one) => (one instanceof Uint8Array ? [one.buffer] : []));
}
