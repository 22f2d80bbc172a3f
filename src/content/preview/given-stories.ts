import { digestStory } from "../digest.ts";
import type { Lang, StoryEntry } from "../model.ts";
import { isRecord, stringOf } from "../resolve/context.ts";
import { pathOfSlug } from "../rules/paths.ts";
import { buildEntry, PAGE_TYPES } from "../site.ts";
import { isStory, readStory } from "./event-story.ts";

/** The stories that came along with an edited one: in place of a uuid, as a link's target, or in a list beside it. */
export function givenStories(value: unknown, lang: Lang): StoryEntry[] {
  const found = new Map<string, StoryEntry>();
  collect(value, lang, found);
  return [...found.values()];
}

function collect(value: unknown, lang: Lang, found: Map<string, StoryEntry>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, lang, found);
  if (!isRecord(value)) return;
  const entry = isStory(value) ? entryOf(value, lang) : null;
  // A whole story says more than a link to it.
  if (entry && (value.content || !found.has(entry.uuid))) found.set(entry.uuid, entry);
  for (const field of Object.values(value)) if (typeof field === "object") collect(field, lang, found);
}

function entryOf(value: Record<string, unknown>, lang: Lang): StoryEntry | null {
  const story = readStory(value, { lang, spaceId: "" });
  if (story) return PAGE_TYPES.includes(story.content.component) ? buildEntry(digestStory(story), lang) : null;
  const slug = stringOf(value.full_slug).replace(/^de\//, "");
  return {
    id: Number(value.id) || 0,
    uuid: stringOf(value.uuid),
    lang,
    component: "Page",
    name: stringOf(value.name),
    slug,
    path: pathOfSlug(slug, lang),
    otherPath: null,
    firstPublishedAt: null,
    publishedAt: null,
    position: 0,
    fields: {},
    words: 0,
  };
}
