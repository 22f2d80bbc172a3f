/** The content of the embedded service. Values are immutable: a publish creates new ones. */
import { encodeUriPart } from "../content/rules/encode.ts";

/** A block's stored fields; translated values are stored beside the default ones as `field__i18n__de`. */
export interface StoredContent {
  component: string;
  _uid: string;
  [field: string]: unknown;
}

export interface StoredTranslation {
  /** Full path without the language prefix; null to use the default path. */
  path: string | null;
  name: string | null;
  published: boolean | null;
}

export interface StoredStory {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** Folders and slug joined by slashes, without a start page's trailing slash. */
  readonly slugPath: string;
  readonly isStartpage: boolean;
  readonly position: number;
  readonly groupId: string;
  /** The editor's "real path", or null. */
  readonly realPath: string | null;
  readonly tags: readonly string[];
  readonly component: string;
  /** True if a version of it is published. */
  readonly live: boolean;
  /** True if published in the default language. */
  readonly liveInDefault: boolean;
  readonly translations: Readonly<Record<string, StoredTranslation>>;
  readonly createdAt: string;
  readonly firstPublishedAt: string | null;
  readonly publishedAt: string | null;
  readonly updatedAt: string;
  /** Published content; a function, so that generated spaces need not keep it in memory. */
  readonly content: () => StoredContent;
  /** Latest content, saved but maybe not published. */
  readonly draft: () => StoredContent;
  /** Hash of what a published response contains, without dates; a change of it is a publish. */
  readonly hash: string;
  readonly draftHash: string;
  /** For a story as a release has it: that release's id. */
  readonly releaseId?: number;
  /** What the service publishes by itself when its time comes; in milliseconds since 1970. */
  readonly scheduled?: { readonly at: number; readonly story: StoredStory };
}

/** Stories that are published together. */
export interface StoredRelease {
  readonly id: number;
  readonly name: string;
  /** New and changed stories, each as it will be once the release is merged. */
  readonly stories: readonly StoredStory[];
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
  /** The content version before any edit. */
  readonly version: number;
  /** Languages other than the default, with underscores (`en_ie`). */
  readonly languages: readonly string[];
  readonly token: string;
  readonly previewToken: string;
  /** For the part of the management API that is served; none: nobody may read it. */
  readonly managementToken?: string | undefined;
  /** Address that the visual editor opens pages at; none: "". */
  readonly domain?: string | undefined;
  /** Further ones by name. */
  readonly environments?: readonly { readonly name: string; readonly location: string }[] | undefined;
}

export interface AssetInfo {
  /** Path in assets/. */
  path: string;
  /** First ten digits of the content's hash; zeros if there is no such file. */
  hash: string;
  /** "1600x1000"; "x" if it is not an image. */
  size: string;
}

/** A space's content, from a folder, a generator or a test. */
export interface SpaceContents {
  readonly info: SpaceInfo;
  readonly stories: readonly StoredStory[];
  readonly datasources: readonly StoredDatasource[];
  /** Releases that are not merged. */
  readonly releases?: readonly StoredRelease[];
}

/** The date of everything without one, the same on every machine. */
export const UNDATED = "2026-01-05T08:00:00.000Z";

/** Placeholder in stored content for the origin of asset URLs, which is known once the service listens. */
export const ASSET_ORIGIN = "sitegen-space-assets:";

/** The URL of an asset: /f/<space>/<W>x<H>/<hash>/<name>, as in the content service. */
export function assetUrl({ path, hash, size }: AssetInfo, spaceId: number): string {
  return `${ASSET_ORIGIN}/f/${spaceId}/${size}/${hash}/${encodeUriPart(path.split("/").at(-1) ?? "")}`;
}

export function trimSlashes(slug: string): string {
  return slug.replace(/^\/+|\/+$/g, "");
}

export function fullSlugOf(story: Pick<StoredStory, "slugPath" | "isStartpage">): string {
  return story.isStartpage ? `${story.slugPath}/` : story.slugPath;
}
