import type { Lang } from "../../content/model.ts";
import type { Problem } from "../../problem.ts";
import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import type { PullOptions } from "../pull-types.ts";
import type { PutResult, StoryStore } from "../snapshot/story-store.ts";
import { parseStory } from "./parse-story.ts";
import type { ReferenceIndex } from "./reference-index.ts";
import { toRelativeAssets } from "./relative-assets.ts";

/** A story that could not be parsed. Every build reports it until it is fixed. */
export interface Rejection {
  uuid: string | null;
  slug: string;
  reason: string;
}

export type RejectionsByLang = ByLanguage<Map<string, Rejection>>;

export interface IngestContext {
  store: StoryStore;
  rejected: RejectionsByLang;
  origin: string;
  references: ReferenceIndex;
  onStory?: PullOptions["onStory"];
}

/**
 * Parses one story of a response, makes its asset URLs relative, and adds it to the store or to the rejected stories.
 */
export function ingestStory(
  { store, rejected, origin, references, onStory }: IngestContext,
  lang: Lang,
  value: unknown,
): PutResult | "rejected" {
  const parsed = parseStory(value);
  if (parsed.ok) {
    forLanguage(rejected, lang).delete(parsed.story.uuid);
    toRelativeAssets(parsed.story.content, origin);
    const result = store.put(lang, parsed.story);
    if (result === "same") return result;
    references.note(lang, parsed.story);
    onStory?.(forLanguage(store.records, lang).get(parsed.story.uuid)?.hash ?? "", parsed.story);
    return result;
  }
  const { uuid, slug, reason } = parsed;
  if (uuid !== null) store.remove(lang, uuid);
  const key = uuid ?? `${slug}#${reason}`;
  const known = forLanguage(rejected, lang).get(key)?.reason === reason;
  forLanguage(rejected, lang).set(key, { uuid, slug, reason });
  return known ? "same" : "rejected";
}

export function rejectionProblems(rejected: RejectionsByLang): Problem[] {
  const all = Object.values(rejected).flatMap((ofLanguage) => [...ofLanguage.values()]);
  const unique = new Map(all.map((one) => [`${one.uuid}#${one.slug}#${one.reason}`, one]));
  return [...unique.values()].map(({ uuid, slug, reason }) => ({
    severity: "error",
    code: "CONTENT_MALFORMED_STORY",
    message: `A story of the content service cannot be used and was left out (${reason}).`,
    story: slug || uuid || "(unnamed)",
    path: "",
    hint: "Open the story in the content service, correct what the reason names, and publish it again.",
  }));
}
