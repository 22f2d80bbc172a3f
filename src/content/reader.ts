/**
 * What a page may read while its payload is made. Every call is a dependency of that page, so a reader can
 * record them; nothing else may reach a payload. The build has one over the pulled space, the preview
 * in the browser has one over what the published site already holds.
 */
import type { Problem } from "../problem.ts";
import type { DatasourceName, Lang, StoryEntry } from "./model.ts";
import type { CardData, FileData, ImageData, ListingRoute, OptionData } from "./payload.ts";
import type { PageType } from "./schema/fields.ts";

export interface LatestQuery {
  type: PageType;
  /** Only stories whose category (Insights) has this value. */
  category?: string;
  /** Only stories whose full slug begins so, in the default language; a leading `de/` is not part of it. */
  startsWith?: string;
  /** Uuids to leave out. */
  except?: readonly string[];
  limit?: number;
}

/** A post as far as listings count it. */
export interface PostRef {
  uuid: string;
  slug: string;
  category: string;
}

export interface ContentReader {
  readonly lang: Lang;
  /** Base path with slashes at both ends. */
  readonly base: string;
  /** The story the page belongs to. */
  self(): StoryEntry;
  /** A live story in this language, or undefined. */
  story(uuid: string): StoryEntry | undefined;
  /** The same story in any language, for links whose target is missing in this one. */
  storyElsewhere(uuid: string): StoryEntry | undefined;
  card(uuid: string): CardData | null;
  /** Live stories of one type, newest first (date, else first publication; then uuid); jobs and industries by position. */
  latest(query: LatestQuery): CardData[];
  /**
   * All live posts of this language in listing order, without their cards: a listing of thousands shows a few of
   * them a page, and a post whose words change must not remake all those pages.
   */
  posts(): PostRef[];
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
