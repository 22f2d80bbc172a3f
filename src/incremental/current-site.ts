import type { DatasourceName, StoryEntry } from "../content/model.ts";
import type { LinkTarget, StoryField } from "../content/reader.ts";
import type { SourceFilter } from "../content/source-values.ts";
import type { StoryLists } from "../content/story-lists.ts";

/** The site as of this build in one language: what fingerprints are computed from. */
export interface CurrentSite {
  lists: StoryLists;
  entry(uuid: string): StoryEntry | undefined;
  entryInOtherLanguage(uuid: string): StoryEntry | undefined;
  /** Fingerprint of a story's card; "" if there is none. */
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
  /** The label of a value. */
  option(name: DatasourceName, value: string): string;
  /** The value of a subject of content/read-words.ts, as JSON. */
  word(subject: string): string;
  nameAt(path: string): string | undefined;
  isLive(path: string): boolean;
  /** Hashes of a block's code: what pages show of it, and its data file. */
  block(name: string): string;
  blockData(name: string): string;
  homeImage(): unknown;
}

/** What the paths in a dependency's value are read from. */
export interface NamedPages extends Pick<CurrentSite, "lists"> {
  entry(uuid: string): LinkTarget | undefined;
  entryInOtherLanguage(uuid: string): LinkTarget | undefined;
}
