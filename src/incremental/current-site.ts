/** The site as of this build, of which fingerprints are computed. */
import type { DatasourceName, Lang, StoryEntry } from "../content/model.ts";
import type { LinkTarget, StoryField } from "../content/reader.ts";
import type { SourceFilter } from "../content/source-values.ts";
import type { StoryLists } from "../content/story-lists.ts";

/** What fingerprints are computed from: the site as of this build, in the page's language. */
export interface CurrentSite {
  lang: Lang;
  lists: StoryLists;
  entry(uuid: string): StoryEntry | undefined;
  entryInOtherLanguage(uuid: string): StoryEntry | undefined;
  /** Fingerprint of a story's card as it is made for pages; "" if there is none. */
  card(uuid: string): string;
  asset(filename: string): string;
  datasource(name: DatasourceName): string;
  content(uuid: string, field: string): StoryField | undefined;
  /** A story's entry, with a page or without. */
  anyEntry(uuid: string): StoryEntry | undefined;
  /** Fingerprints of what sources have; "" where there is nothing. */
  sourceEntry(name: string, key: string): string;
  sourceList(name: string, filter: SourceFilter | null): string;
  sourceTotal(name: string): number;
  /** How a datasource shows a value. */
  option(name: DatasourceName, value: string): string;
  /** What a render read of the words (content/read-words.ts). */
  word(subject: string): string;
  nameAt(path: string): string | undefined;
  isLive(path: string): boolean;
  homeImage(): unknown;
}

/** The part of it that names pages. */
export interface NamedPages extends Pick<CurrentSite, "lists"> {
  entry(uuid: string): LinkTarget | undefined;
  entryInOtherLanguage(uuid: string): LinkTarget | undefined;
}
