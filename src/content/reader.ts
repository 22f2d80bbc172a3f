/**
 * What a page may read while its payload is made. Every call is a dependency of that page, so a reader can
 * record them (src/incremental); nothing else may reach a payload. The build has one over the pulled space, the preview
 * in the browser has one over what the published site already holds.
 */
import type { Problem } from "../problem.ts";
import type { Card } from "../site/card.ts";
import type { Languages } from "../site/languages.ts";
import type { DatasourceName, Lang, StoryEntry } from "./model.ts";
import type { FileData, ImageData, ListingRoute, OptionData } from "./payload.ts";

/** Which stories a list draws from. */
export interface StoryQuery {
  /** Component name of the page type. */
  type: string;
  /** Only stories whose category field has this value. */
  category?: string;
  /** Only stories whose full slug begins so, in the default language. */
  startsWith?: string;
  /** Only stories so many levels below their language's home page: 1 for those directly below it. */
  depth?: number;
}

export interface LatestQuery extends StoryQuery {
  /** Uuids to leave out. */
  except?: readonly string[];
  /** Stories to pass over, those left out not counted. */
  offset?: number;
  limit?: number;
}

/** What a link needs of the story it leads to. */
export type LinkTarget = Pick<StoryEntry, "path" | "name">;

/** What a block's data may ask. */
export interface ContentReader {
  readonly lang: Lang;
  /** Base path with slashes at both ends. */
  readonly base: string;
  readonly languages: Languages;
  /** Site path that a slug of the space leads to, of a story that is not known: by its language's folder. */
  pathOf(slug: string): string;
  /** Address of a site path: absolute where it is on another language's domain. */
  href(path: string): string;
  /** The story the page belongs to. */
  self(): StoryEntry;
  /** A live story in this language, or undefined. */
  story(uuid: string): LinkTarget | undefined;
  /** The same story in any language, for links whose target is missing in this one. */
  storyElsewhere(uuid: string): LinkTarget | undefined;
  card(uuid: string): Card | null;
  /**
   * Live stories of one type, in its order: newest first (date, else first publication; then uuid), or the editor's.
   */
  latest(query: LatestQuery): Card[];
  /** The same stories by path and name alone, for a menu. */
  pages(query: LatestQuery): LinkTarget[];
  /** How many stories a list has, without their cards. */
  total(query: LatestQuery): number;
  /** How many stories of a list have each value of a root field, sorted by value; "" stands for none. */
  counts(query: StoryQuery, field: string): readonly (readonly [value: string, count: number])[];
  /**
   * Every combination of values that root fields have together on one story, each once, sorted: what a filter is made
   * from. A page that asks this is made again when the combinations change, not whenever a story does.
   */
  combinations(query: StoryQuery, fields: readonly string[]): readonly (readonly string[])[];
  /** Address of a listing route of a story: page 1 without category is the story's own path. */
  listingHref(route: ListingRoute): string;
  image(raw: unknown): ImageData | null;
  file(raw: unknown): FileData | null;
  option(source: DatasourceName, value: string): OptionData | null;
  options(source: DatasourceName): OptionData[];
  /** "4 March 2025" or „4. März 2025“; "" for no date. */
  dateText(date: string): string;
  problem(problem: Omit<Problem, "story">): void;
}

/** All that a payload asks of the site: a block's questions and the page's own. */
export interface PageReader extends ContentReader {
  /** Name of the story whose own page is at a path. */
  nameAt(path: string): string | undefined;
  /** Whether a page or a listing is at a path, in any language. */
  isLive(path: string): boolean;
  /** The first picture field of the language's home page. */
  homeImage(): unknown;
}
