/** A story as the content service returns it, with a cache of the JSON. */

import { inLanguage } from "../../content/preview/edited-story.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { ASSET_ORIGIN, fullSlugOf, type StoredContent, type StoredStory } from "../model.ts";
import { parentId, type SpaceState } from "../state.ts";
import { suffixesOf } from "./language.ts";

/** Which version of the stories a request sees. */
export interface RequestedVersion {
  state: SpaceState;
  /** "default" or a language of the space. */
  lang: string;
  fallback: string | null;
  draft: boolean;
}

/**
 * Whether a request can see a story. Draft responses contain all, and responses with a release those of the release.
 * Published responses omit those without a published version; if languages are published separately, the default
 * language's version counts, and others fall back to it.
 */
export function isVisible(story: StoredStory, view: Pick<RequestedVersion, "lang" | "draft">): boolean {
  if (view.draft || story.releaseId !== undefined) return true;
  return view.lang === "default" ? story.liveInDefault : story.live;
}

export interface StoryResponse {
  id: number;
  uuid: string;
  name: string;
  full_slug: string;
  content: StoredContent;
  [key: string]: unknown;
}

export interface StoryResponses {
  json(story: StoredStory, view: RequestedVersion): Buffer;
  /** The content alone, for resolving and excluding fields. */
  content(story: StoredStory, view: RequestedVersion): StoredContent;
  parsed(story: StoredStory, view: RequestedVersion): StoryResponse;
  finish(value: unknown): Buffer;
}

export function createStoryResponses(options: { assetOrigin: () => string; cacheBytes: number }): StoryResponses {
  let cache = new WeakMap<StoredStory, Map<string, Buffer>>();
  let bytes = 0;

  const finish = (value: unknown) => {
    const text = JSON.stringify(value);
    return Buffer.from(text.includes(ASSET_ORIGIN) ? text.replaceAll(ASSET_ORIGIN, options.assetOrigin()) : text);
  };

  const json = (story: StoredStory, view: RequestedVersion): Buffer => {
    // Only alternates depend on other stories; any other change makes a new story object.
    const translations = alternatesOf(story, view);
    const key = `${view.lang} ${view.fallback} ${view.draft} ${translations.length > 0 ? JSON.stringify(translations) : ""}`;
    const known = cache.get(story)?.get(key);
    if (known) return known;
    const made = finish(storyResponse(story, view));
    if (bytes > options.cacheBytes) {
      cache = new WeakMap();
      bytes = 0;
    }
    bytes += made.length;
    getOrInsert(cache, story, () => new Map<string, Buffer>()).set(key, made);
    return made;
  };

  return { json, content: storyContent, parsed: storyResponse, finish };
}

function storyContent(story: StoredStory, view: RequestedVersion): StoredContent {
  const content = view.draft ? story.draft() : story.content();
  const marked = view.draft ? { spaceId: String(view.state.info.id), id: story.id } : null;
  return inLanguage(content, { suffixes: suffixesOf(view), marked }) as StoredContent; // a copy has the same type
}

/** Keys in the real service's order. */
function storyResponse(story: StoredStory, view: RequestedVersion): StoryResponse {
  const translatable = view.state.info.languages.length > 0;
  const fullSlug = fullSlugInLanguage(story, view);
  return {
    name: story.name,
    created_at: story.createdAt,
    published_at: story.publishedAt,
    updated_at: story.updatedAt,
    id: story.id,
    uuid: story.uuid,
    content: storyContent(story, view),
    slug: lastSegment(fullSlug),
    full_slug: fullSlug,
    sort_by_date: null,
    position: story.position,
    tag_list: story.tags,
    is_startpage: story.isStartpage,
    parent_id: parentId(story, view.state),
    meta_data: null,
    group_id: story.groupId,
    first_published_at: story.firstPublishedAt,
    release_id: story.releaseId ?? null,
    lang: view.lang,
    path: story.realPath,
    alternates: alternatesOf(story, view),
    default_full_slug: translatable ? fullSlugOf(story) : null,
    translated_slugs: view.state.info.languages.map((lang) => ({
      path: slugInLanguage(story, lang),
      name: story.translations[lang]?.name ?? null,
      lang,
      published: story.translations[lang]?.published ?? null,
    })),
  };
}

/** A story among links. */
export function linkEntry(story: StoredStory, slug: string, state: SpaceState) {
  return {
    id: story.id,
    uuid: story.uuid,
    slug,
    path: story.realPath,
    parent_id: parentId(story, state) || null,
    name: story.name,
    is_folder: false,
    published: story.live,
    is_startpage: story.isStartpage,
    position: story.position,
    real_path: `/${story.realPath ?? fullSlugOf(story)}`,
  };
}

function alternatesOf(story: StoredStory, view: RequestedVersion) {
  const group = view.state.groups.get(story.groupId) ?? [];
  if (group.length < 2) return [];
  return group
    .filter((translation) => translation !== story && (view.draft || translation.live))
    .map((translation) => ({
      id: translation.id,
      name: translation.name,
      slug: lastSegment(translation.slugPath),
      published: translation.live,
      full_slug: fullSlugOf(translation),
      is_folder: false,
      parent_id: parentId(translation, view.state),
    }));
}

/** The path in a language, without its prefix and with a start page's trailing slash. */
export function slugInLanguage(story: StoredStory, lang: string): string {
  const path = story.translations[lang]?.path ?? story.slugPath;
  return story.isStartpage ? `${path}/` : path;
}

export function fullSlugInLanguage(story: StoredStory, view: Pick<RequestedVersion, "lang">): string {
  return view.lang === "default" ? fullSlugOf(story) : `${view.lang}/${slugInLanguage(story, view.lang)}`;
}

export function lastSegment(slug: string): string {
  return slug.split("/").filter(Boolean).at(-1) ?? "";
}
