import type { Lang, RawStory } from "../../content/model.ts";
import type { Pack } from "./pack.ts";

/** What stays in memory of one story in one language; the story itself lies in a pack file. */
export interface StoryRecord {
  uuid: string;
  id: number;
  /** As answered: with the service's `de/` in German. */
  slug: string;
  /** Slug in the default language. */
  defaultSlug: string;
  /** Full German path without `de/`, where the service's slug app gives one. */
  germanPath: string | null;
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

export type StoryFacts = Omit<StoryRecord, "hash" | "pack" | "offset" | "length">;

export function factsOf(lang: Lang, story: RawStory): StoryFacts {
  const bare = lang === "de" ? story.full_slug.replace(/^de(\/|$)/, "") : story.full_slug;
  return {
    uuid: story.uuid,
    id: story.id,
    slug: story.full_slug,
    defaultSlug: story.default_full_slug ?? bare,
    germanPath: story.translated_slugs.find((slug) => slug.lang === "de")?.path ?? null,
    parent: story.parent_id,
    position: story.position,
    publishedAt: story.published_at,
    updatedAt: story.updated_at,
    alternates: story.alternates.map((alternate) => alternate.id),
  };
}

/** The one story that holds navigation, footer and social links (specification §3). */
export function isGlobal(record: StoryFacts): boolean {
  return record.defaultSlug === "global" || record.defaultSlug === "global/";
}
