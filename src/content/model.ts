/**
 * Types only: responses of the content service (raw…) and what other modules make of them. For Node and the browser.
 */
import type { ByLanguage } from "../site/by-language.ts";

/** A language by its code in the site definition. */
export type Lang = string;

/** A block as the content service stores it. */
export interface RawBlock {
  component: string;
  _uid: string;
  /** Only in draft answers: the visual editor's marker comment. */
  _editable?: string;
  [field: string]: unknown;
}

export interface TranslatedSlug {
  path: string;
  name: string | null;
  lang: string;
  published: boolean | null;
}

/** The part of a Storyblok story that sitegen reads; already checked by src/fetch/parse. */
export interface RawStory {
  id: number;
  uuid: string;
  name: string;
  /** Without the service's language prefix being removed: `de/team/` in a German answer. */
  full_slug: string;
  default_full_slug: string | null;
  /** "default", or the language that was asked for. */
  lang: string;
  translated_slugs: TranslatedSlug[];
  alternates: { id: number; full_slug: string; published: boolean }[];
  is_startpage: boolean;
  parent_id: number;
  group_id: string;
  position: number;
  first_published_at: string | null;
  published_at: string | null;
  updated_at: string | null;
  tag_list: string[];
  content: RawBlock;
}

export interface DatasourceEntry {
  name: string;
  value: string;
  dimension_value: string | null;
}

/** The site's datasources by name, in one language. */
export type Datasources = Record<string, DatasourceEntry[]>;

export type DatasourceName = string;

/**
 * One whole pull. Stories may be on disk: `stories` yields one at a time and `story` reads one,
 * so that memory does not grow with the space.
 */
export interface Space {
  /** Content version that was pulled (latestCV). */
  cv: number;
  global: ByLanguage<RawStory | null>;
  datasources: ByLanguage<Datasources>;
  /** Every story of one language in a fixed order (by uuid), the global story left out. */
  stories(lang: Lang): Iterable<RawStory>;
  /** The same stories in the same order without reading them: uuid and a hash of what was pulled. */
  index(lang: Lang): Iterable<{ uuid: string; hash: string }>;
  /** One story by uuid, or undefined. */
  story(lang: Lang, uuid: string): RawStory | undefined;
  /** The same as JSON text, for handing it to another thread. */
  json(lang: Lang, uuid: string): string | undefined;
}

/** One story in one language as other pages see it: enough for links, cards and listings. */
export interface StoryEntry {
  id: number;
  uuid: string;
  lang: Lang;
  component: string;
  name: string;
  /** Full slug in the default language, which `starts_with` filters and rename records go by. */
  slug: string;
  /** Site path with leading and trailing slash, base not included: `/de/insights/x/`. */
  path: string;
  /** Site path of the same story in each other language that has it, by language. */
  twins: Readonly<ByLanguage<string>>;
  firstPublishedAt: string | null;
  publishedAt: string | null;
  position: number;
  /** The root block's fields without `body`. */
  fields: Record<string, unknown>;
  /** Words in the body, for the reading time. */
  words: number;
}
