import type { Lang, RawStory } from "../../content/model.ts";
import { globalStoryLanguages, type PullPlan, slugWithoutLanguage } from "../pull-plan.ts";
import type { Pack } from "./pack.ts";

/** What stays in memory of one story in one language; its content is in a pack file. */
export interface StoryRecord {
  uuid: string;
  id: number;
  /** As in the response: with a language prefix except in the default language. */
  slug: string;
  defaultSlug: string;
  /** Translated paths by language, if the service's slug app provides them. */
  paths: Readonly<Record<string, string>>;
  /** The editor's "real path", if pages are at these. */
  real?: string | undefined;
  parent: number;
  position: number;
  publishedAt: string | null;
  updatedAt: string | null;
  /** Ids of the stories in its `alternates`. */
  alternates: number[];
  /** Hash of the stored line; equal hashes mean equal stories. */
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
    ...(plan.path === "real" && story.path !== undefined && { real: story.path }),
    parent: story.parent_id,
    position: story.position,
    publishedAt: story.published_at,
    updatedAt: story.updated_at,
    alternates: story.alternates.map((alternate) => alternate.id),
  };
}

/** True for the global story, or a language folder's own. */
export function isGlobal(plan: PullPlan, record: Pick<StoryRecordFields, "defaultSlug">): boolean {
  return globalStoryLanguages(plan, record.defaultSlug).length > 0;
}
