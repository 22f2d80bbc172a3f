import type { Lang, RawStory } from "../../content/model.ts";
import { globalOf, type PullPlan, slugWithoutLanguage } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";

/** What stays in memory of one story in one language; the story itself is in a pack file. */
export interface StoryRecord {
  uuid: string;
  id: number;
  /** As answered: with the language before it in any but the default one. */
  slug: string;
  /** Slug in the default language. */
  defaultSlug: string;
  /** Translated paths by language, where the service's slug app gives them. */
  paths: Readonly<Record<string, string>>;
  parent: number;
  position: number;
  publishedAt: string | null;
  updatedAt: string | null;
  /** Ids of the stories that this one lists as its alternates. */
  alternates: number[];
  /** Of the stored line; equal hash, equal story. */
  hash: string;
  pack: Pack;
  offset: number;
  length: number;
}

export type StoryRecordFields = Omit<StoryRecord, "hash" | "pack" | "offset" | "length">;

export function recordFieldsOf(plan: PullPlan, lang: Lang, story: RawStory): StoryRecordFields {
  return {
    uuid: story.uuid,
    id: story.id,
    slug: story.full_slug,
    defaultSlug: story.default_full_slug ?? slugWithoutLanguage(plan, lang, story.full_slug),
    paths: Object.fromEntries(
      story.translated_slugs.filter((slug) => plan.languages.includes(slug.lang)).map((slug) => [slug.lang, slug.path]),
    ),
    parent: story.parent_id,
    position: story.position,
    publishedAt: story.published_at,
    updatedAt: story.updated_at,
    alternates: story.alternates.map((alternate) => alternate.id),
  };
}

/** True for the story, or the story of each language folder, that all pages share. */
export function isGlobal(plan: PullPlan, record: Pick<StoryRecordFields, "defaultSlug">): boolean {
  return globalOf(plan, record.defaultSlug).length > 0;
}
