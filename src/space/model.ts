/** What the embedded content service holds. Values are never changed in place: a publish makes new ones. */

/** A block's fields as stored: translated fields are stored beside the plain ones as `field__i18n__de`. */
export interface StoredContent {
  component: string;
  _uid: string;
  [field: string]: unknown;
}

/** What a story is called in a language other than the default one. */
export interface StoredTranslation {
  /** Full path without the language prefix, or null where the default path is used. */
  path: string | null;
  name: string | null;
  published: boolean | null;
}

export interface StoredStory {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** Folders and slug joined by slashes, without the trailing slash of a start page. */
  readonly slugPath: string;
  readonly isStartpage: boolean;
  readonly position: number;
  readonly groupId: string;
  /** The editor's "real path", or null. */
  readonly realPath: string | null;
  readonly tags: readonly string[];
  readonly component: string;
  /** A version of it is published. */
  readonly live: boolean;
  /** Published in the default language. */
  readonly liveInDefault: boolean;
  readonly translations: Readonly<Record<string, StoredTranslation>>;
  readonly createdAt: string;
  readonly firstPublishedAt: string | null;
  readonly publishedAt: string | null;
  readonly updatedAt: string;
  /** Published content; a function, so that generated spaces need not hold it in memory. */
  readonly content: () => StoredContent;
  /** Newest content, saved but perhaps not published. */
  readonly draft: () => StoredContent;
  /** Hash of what a published answer shows, dates left out; a change of it is a publish. */
  readonly hash: string;
  readonly draftHash: string;
}

export interface StoredFolder {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly slugPath: string;
  readonly translations: Readonly<Record<string, StoredTranslation>>;
}

export interface StoredEntry {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

export interface StoredDatasource {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly dimensions: readonly string[];
  readonly entries: readonly StoredEntry[];
  readonly hash: string;
}

export interface SpaceInfo {
  readonly id: number;
  readonly name: string;
  /** The content version of an unedited folder. */
  readonly version: number;
  /** Languages beside the default one, with underscores (`en_ie`). */
  readonly languages: readonly string[];
  readonly token: string;
  readonly previewToken: string;
}

/** What a folder, a generator or a test hands to the service. */
export interface SpaceContents {
  readonly info: SpaceInfo;
  readonly stories: readonly StoredStory[];
  readonly datasources: readonly StoredDatasource[];
}

/** The date of everything that carries none, the same on every machine. */
export const UNDATED = "2026-01-05T08:00:00.000Z";

/** Placeholder in stored content for the origin of asset addresses, which is known only when the service listens. */
export const ASSET_ORIGIN = "sitegen-space-assets:";

export function fullSlugOf(story: Pick<StoredStory, "slugPath" | "isStartpage">): string {
  return story.isStartpage ? `${story.slugPath}/` : story.slugPath;
}
