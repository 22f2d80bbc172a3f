/**
 * What may be read while a page's payload is built. Every call is a dependency of the page, so a reader can record them
 * (src/incremental); nothing else may influence a payload. The build reads from the pulled space, the preview in the
 * browser from the published site.
 */
import type { Problem } from "../../problems/problem.ts";
import type { Languages } from "../languages.ts";
import type { SourceTypes } from "../register.ts";
import type { Card } from "./card.ts";
import type { DatasourceName, Lang, StoryEntry } from "./model.ts";
import type { Block, FileData, ImageData, ListingRoute, OptionData } from "./payload.ts";

/** The values that entries must have in these fields; a list matches each of its values. */
export type SourceFilter = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Which stories a list contains. */
export interface StoryQuery {
  /** Component name of the page type. */
  type: string;
  /** Only stories with this value in their category field. */
  category?: string;
  /** Only stories whose full slug in the default language starts with this. */
  startsWith?: string;
  /** Only stories this many levels below their language's home page; 1 is directly below. */
  depth?: number;
  /** Only stories with one of these tags. */
  tags?: string | readonly string[];
}

/**
 * newest, oldest: by date, or else by first publication; position: as the editor arranged them; else the name of a
 * field of the root block, whose values are compared as numbers if they are some, and `:desc` after it for the other
 * way round. Stories without the field are last.
 */
export type StoryOrder = "newest" | "oldest" | "position" | (string & {});

export interface LatestQuery extends StoryQuery {
  /** Default: the order of the page type. */
  order?: StoryOrder;
  /** Uuids to leave out. */
  except?: readonly string[];
  /** Number of stories to skip, not counting those in `except`. */
  offset?: number;
  /** Most stories. Default: all. */
  limit?: number;
}

/** What a link needs of its target story. */
export type LinkTarget = Pick<StoryEntry, "path" | "name">;

/** Values of one of the site's own sources. They are shared by all pages and cannot be changed. */
export interface SourceReader<T> {
  /** The entry with a key; undefined if there is none. */
  get(key: string | number): T | undefined;
  /** All entries, in the source's order. */
  all(): readonly T[];
  /** The entries whose fields have these values; a field with a list has each of its values. */
  where(filter: SourceFilter): readonly T[];
  total(): number;
}

/** What a block's data function may query. */
export interface ContentReader {
  /** Code of the page's language. */
  readonly lang: Lang;
  /** Base path with slashes at both ends. */
  readonly base: string;
  /** All languages; the first is the default. */
  readonly languages: Languages;
  /** Site path for the slug of an unknown story, according to its language's folder. */
  pathOf(slug: string): string;
  /** URL of a site path, which is not encoded; absolute if it is on another language's domain. */
  href(path: string): string;
  /** The page's story. */
  self(): StoryEntry;
  /** A story with a page in this language; undefined if there is none. */
  story(uuid: string): LinkTarget | undefined;
  /** A story in another language, for links whose target does not exist in this one. */
  storyElsewhere(uuid: string): LinkTarget | undefined;
  /** Whether a page or listing exists at a path, in any language. */
  isLive(path: string): boolean;
  /** What other pages show of a story; null if there is none. */
  card(uuid: string): Card | null;
  /**
   * Live stories of one type in the query's order, or else the type's: newest first (date, or else first publication;
   * then uuid), or the editor's.
   */
  latest(query: LatestQuery): Card[];
  /** The same stories with path and name only, for menus. */
  pages(query: LatestQuery): LinkTarget[];
  /** Number of stories in a list, without building cards. */
  total(query: LatestQuery): number;
  /** Number of a list's stories per value of a root field, sorted by value; "" is no value. */
  counts(query: StoryQuery, field: string): readonly (readonly [value: string, count: number])[];
  /**
   * The combinations of values that root fields have on the listed stories, without duplicates and sorted, for filters.
   * A page that uses this is rendered again only when the combinations change.
   */
  combinations(query: StoryQuery, fields: readonly string[]): readonly (readonly string[])[];
  /** The tags of the listed stories with the number of stories of each, sorted by tag. */
  tags(query: StoryQuery): readonly (readonly [tag: string, count: number])[];
  /**
   * The blocks in a field of another story, for `<Blocks of>`, with the links, pictures and data that they have on
   * their own story's page. Stories of components that are no page type have blocks too.
   */
  blocks(uuid: string, field: string): Block[];
  /**
   * The fields of another story, with a page or without, as its component's schema declares them: its picture, its rich
   * text, its blocks. Null if it is not published in this language. `PropsOf<typeof schema>` is their type.
   */
  fields<T extends object = Block>(uuid: string): T | null;
  /** One of the definition's `sources`. A page is rendered again when a value that it read has changed. */
  source<N extends keyof SourceTypes>(name: N): SourceReader<SourceTypes[N]>;
  source<T = Readonly<Record<string, unknown>>>(name: string): SourceReader<T>;
  /** URL of a story's listing route; page 1 without a category is the story's own path. */
  listingHref(route: ListingRoute): string;
  /** A picture from the stored value of an asset field; null if it is none. */
  image(raw: unknown): ImageData | null;
  /** A file from the stored value of an asset field; null if it is none. */
  file(raw: unknown): FileData | null;
  /** An entry of a datasource, in the page's language; null without a value. What the datasource lacks has its value as label. */
  option(source: DatasourceName, value: string): OptionData | null;
  /** All entries of a datasource, in the page's language. */
  options(source: DatasourceName): OptionData[];
  /** "4 March 2025" or „4. März 2025“; "" without a date. */
  dateText(date: string): string;
  /** Reports a problem in the content, for `check` and the build's report. */
  problem(problem: Omit<Problem, "story">): void;
}

/** A field of another story as the content service has it. */
export interface StoryField {
  /** The story's component. */
  component: string;
  value: unknown;
}

/** The reader while blocks are resolved. */
export type BlockReader = ContentReader & Pick<PageReader, "componentOf">;

/** Everything a payload may query: what `ContentReader` is built on, and queries of the page itself. */
export interface PageReader extends Omit<ContentReader, "blocks" | "fields" | "source"> {
  sourceEntry(name: string, key: string): unknown;
  /** All entries if the filter is null. */
  sourceList(name: string, filter: SourceFilter | null): readonly unknown[];
  sourceTotal(name: string): number;
  /** A field of a story, with a page or without; undefined if the story is not published in this language. */
  content(uuid: string, field: string): StoryField | undefined;
  /** The entry of such a story. */
  entry(uuid: string): StoryEntry | undefined;
  /** The component of a published story without a page; undefined if there is none or it is a page type. */
  componentOf(uuid: string): string | undefined;
  problem(problem: Omit<Problem, "story"> & { story?: string }): void;
  /** Name of the story with its own page at a path. */
  nameAt(path: string): string | undefined;
  /** The first image field of the language's home page. */
  homeImage(): unknown;
}
