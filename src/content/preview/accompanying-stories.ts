import type { Lang, RawStory, StoryEntry } from "../../site/api/model.ts";
import { isRecord, stringOf } from "../../site/blocks/field-values.ts";
import { languageOf } from "../../site/languages.ts";
import { inSpaceOf } from "../../site/spaces.ts";
import { buildEntry, type MapRules, UNKNOWN_ENTRY } from "../map/site.ts";
import { summarizeStory } from "../map/story-summary.ts";
import { withoutFolder } from "../rules/languages.ts";
import { pathOfSlug } from "../rules/paths.ts";
import { isStory, readStory } from "./edited-story.ts";

export interface Accompanying {
  entries: Map<string, StoryEntry>;
  /** Those with their content, with a page or without. */
  whole: Map<string, RawStory>;
}

/** Stories included with an edited one, by uuid: in place of it, as a link's target, or in a separate list. */
export function accompanyingStories(value: unknown, lang: Lang, rules: MapRules): Accompanying {
  const found: Accompanying = { entries: new Map(), whole: new Map() };
  collect(value, { lang, rules, found });
  return found;
}

interface Collecting {
  lang: Lang;
  rules: MapRules;
  found: Accompanying;
}

function collect(value: unknown, into: Collecting): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  if (!isRecord(value)) return;
  const entry = isStory(value) ? entryOf(value, into) : null;
  // A full story is better than a link to it.
  const { entries } = into.found;
  if (entry && (value.content || !entries.has(entry.uuid))) entries.set(entry.uuid, entry);
  for (const field of Object.values(value)) if (typeof field === "object") collect(field, into);
}

function entryOf(value: Record<string, unknown>, { lang, rules, found }: Collecting): StoryEntry | null {
  const language = languageOf(rules.languages, lang);
  const story = readStory(value, { lang, fallbacks: language.fallback ?? [], spaceId: "" });
  if (story) {
    found.whole.set(story.uuid, story);
    const isPage = Object.hasOwn(rules.pageTypes, story.content.component);
    return isPage ? buildEntry(summarizeStory(story, rules), lang, rules) : null;
  }
  const own = stringOf(value.full_slug);
  const { languages, translation } = inSpaceOf(rules, lang);
  const slug = lang === languages[0].code && translation === "fields" ? own : withoutFolder(own, language);
  const known = { id: Number(value.id) || 0, uuid: stringOf(value.uuid), name: stringOf(value.name) };
  return { ...UNKNOWN_ENTRY, ...known, lang, slug, path: pathOfSlug(slug, language, rules.home) };
}
