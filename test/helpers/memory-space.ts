import { buildEntry, type StorySummaries } from "../../src/content/map/site.ts";
import { summarizeStory } from "../../src/content/map/story-summary.ts";
import type { Datasources, RawBlock, RawStory, Space, StoryEntry } from "../../src/site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../src/site/by-language.ts";
import { compareText } from "../../src/util/compare-text.ts";
import { definition } from "./definition.ts";

export const NO_DATASOURCES: Datasources = Object.fromEntries(definition.datasources.map((name) => [name, []]));

/** A parsed story; tests only give the fields they need. */
export function rawStory(given: Partial<RawStory> & { full_slug: string }): RawStory {
  const uuid = given.uuid ?? `uuid-${given.full_slug}`;
  const content: RawBlock = { component: "Page", _uid: `uid-${given.full_slug}` };
  return {
    id: 1,
    name: given.full_slug,
    default_full_slug: null,
    lang: "default",
    translated_slugs: [],
    alternates: [],
    is_startpage: given.full_slug.endsWith("/"),
    parent_id: 0,
    group_id: uuid,
    position: 0,
    first_published_at: "2025-01-01T00:00:00.000Z",
    published_at: "2025-01-02T00:00:00.000Z",
    updated_at: null,
    tag_list: [],
    content,
    ...given,
    uuid,
  };
}

/** The German response for a story: with a prefixed slug, translated if it has a translated slug. */
export function inGerman(story: RawStory): RawStory {
  const path = story.translated_slugs.find((slug) => slug.lang === "de")?.path ?? story.full_slug;
  return { ...story, lang: "de", full_slug: `de/${path}` };
}

export function memorySummaries(stories: readonly RawStory[]): StorySummaries {
  const space = memorySpace(stories);
  return byLanguage(["en", "de"], (lang) => [...space.stories(lang)].map((story) => summarizeStory(story, definition)));
}

export function memorySpace(stories: readonly RawStory[], given: Partial<Space> = {}): Space {
  const sorted = [...stories].sort((a, b) => compareText(a.uuid, b.uuid));
  const answers: ByLanguage<RawStory[]> = { en: sorted, de: sorted.map(inGerman) };
  return {
    cv: 1,
    global: { en: null, de: null },
    datasources: { en: NO_DATASOURCES, de: NO_DATASOURCES },
    stories: (lang) => forLanguage(answers, lang),
    index: (lang) => forLanguage(answers, lang).map((story) => ({ uuid: story.uuid, hash: JSON.stringify(story) })),
    story: (lang, uuid) => forLanguage(answers, lang).find((story) => story.uuid === uuid),
    ...given,
  };
}

/** A story's page in a language of the sample site. */
export function entryOf(story: RawStory, lang = "en"): StoryEntry {
  return buildEntry(summarizeStory(story, definition), lang, definition);
}
