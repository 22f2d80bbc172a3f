/**
 * Types only: responses of the content service (raw…) and what other modules derive from them. For Node and the
 * browser.
 */
import type { ByLanguage } from "../by-language.ts";

/** A language code of the site definition. */
export type Lang = string;

/** A block as stored by the content service. */
export interface RawBlock {
  component: string;
  _uid: string;
  /** Only in drafts: the visual editor's marker comment. */
  _editable?: string;
  [field: string]: unknown;
}

export interface TranslatedSlug {
  path: string;
  name: string | null;
  lang: string;
  published: boolean | null;
}

/** The fields of a Storyblok story that sitegen uses, validated by src/fetch/parse. */
export interface RawStory {
  id: number;
  uuid: string;
  name: string;
  /** Includes the service's language prefix: `de/team/` in a German response. */
  full_slug: string;
  default_full_slug: string | null;
  /** "default", or the requested language. */
  lang: string;
  translated_slugs: TranslatedSlug[];
  alternates: { id: number; full_slug: string; published: boolean }[];
  is_startpage: boolean;
  parent_id: number;
  group_id: string;
  position: number;
  /** The editor's "real path", if one is set. */
  path?: string | undefined;
  /** Number of the release whose version of the story this is. */
  release_id?: number | undefined;
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
 * The result of a pull. Stories may be on disk: `stories` yields one at a time and `story` reads one, so that memory
 * does not grow with the space.
 */
export interface Space {
  /** Content version that was pulled (latestCV). */
  cv: number;
  global: ByLanguage<RawStory | null>;
  datasources: ByLanguage<Datasources>;
  /** Every story of one language in a fixed order (by uuid), without the global story. */
  stories(lang: Lang): Iterable<RawStory>;
  /** The same stories in the same order without their content: uuid and a hash of the pulled story. */
  index(lang: Lang): Iterable<{ uuid: string; hash: string }>;
  /** A story by uuid; undefined if there is none. */
  story(lang: Lang, uuid: string): RawStory | undefined;
}

/** Values of the fields that a story's page type names; "" if there are none. */
export interface Listed {
  date: string;
  category: string;
  /** Kept out of search engines. */
  unindexed: boolean;
  /** What its counterparts in other spaces have too (listing.ts); absent if there are none. */
  link?: string;
}

/** A story in one language as other pages use it: for links, cards and listings. */
export interface StoryEntry {
  id: number;
  uuid: string;
  lang: Lang;
  component: string;
  name: string;
  /** Full slug in the default language, used by `starts_with` filters and rename records. */
  slug: string;
  /** Site path with leading and trailing slash, without the base path: `/de/insights/x/`. */
  path: string;
  /** Site path of the same story in each other language that has it. */
  translations: Readonly<ByLanguage<string>>;
  /** Languages in which the page shows another language's text, with that language. */
  shownIn?: Readonly<ByLanguage<Lang>>;
  /** Other languages in which search engines leave the page out. */
  unindexedIn?: readonly Lang[];
  firstPublishedAt: string | null;
  publishedAt: string | null;
  position: number;
  /** As the editor typed them. */
  tags: readonly string[];
  /** The root block's fields without `body`. */
  fields: Record<string, unknown>;
  /** What lists and the sitemap need of the fields, where it is known without them. */
  listed?: Listed;
  /** Number of words in the body, for the reading time. */
  words: number;
}
