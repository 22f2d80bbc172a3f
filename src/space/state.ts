/** One version of the space with indexes. Immutable: every publish creates the next one. */

import { appendTo } from "../util/append-to.ts";
import { compareText } from "../util/compare-text.ts";
import { keptWith } from "../util/kept-with.ts";
import { idFrom, uuidFrom } from "./identity.ts";
import {
  fullSlugOf,
  type SpaceContents,
  type SpaceInfo,
  type StoredDatasource,
  type StoredFolder,
  type StoredRelease,
  type StoredStory,
} from "./model.ts";

export interface SpaceState {
  readonly cv: number;
  readonly info: SpaceInfo;
  /** In the order of the admin tree, which is the service's default order. */
  readonly stories: readonly StoredStory[];
  readonly byUuid: ReadonlyMap<string, StoredStory>;
  readonly byId: ReadonlyMap<number, StoredStory>;
  readonly bySlug: ReadonlyMap<string, StoredStory>;
  /** By `de kontakt`: the story with that translated path. */
  readonly byTranslatedSlug: ReadonlyMap<string, StoredStory>;
  readonly groups: ReadonlyMap<string, readonly StoredStory[]>;
  readonly folders: ReadonlyMap<string, StoredFolder>;
  readonly datasources: ReadonlyMap<string, StoredDatasource>;
  readonly releases: readonly StoredRelease[];
}

export function buildState(contents: SpaceContents, cv: number): SpaceState {
  const folders = foldersOf(contents.stories);
  const stories = treeOrder(contents.stories);
  const groups = new Map<string, StoredStory[]>();
  const byTranslatedSlug = new Map<string, StoredStory>();
  for (const story of stories) appendTo(groups, story.groupId, story);
  for (const lang of contents.info.languages) {
    for (const story of stories) byTranslatedSlug.set(`${lang} ${story.slugPath}`, story);
    for (const story of stories) {
      const path = story.translations[lang]?.path;
      if (path) byTranslatedSlug.set(`${lang} ${path}`, story);
    }
  }
  return {
    cv,
    info: contents.info,
    stories,
    byUuid: new Map(stories.map((story) => [story.uuid, story])),
    byId: new Map(stories.map((story) => [story.id, story])),
    bySlug: new Map(stories.map((story) => [story.slugPath, story])),
    byTranslatedSlug,
    groups,
    folders,
    datasources: new Map(contents.datasources.map((datasource) => [datasource.slug, datasource])),
    releases: contents.releases ?? [],
  };
}

const withReleases = keptWith<SpaceState, number, SpaceState>();

/** The space as it will be once a release is merged; null if there is no such release. */
export function stateWithRelease(state: SpaceState, id: number): SpaceState | null {
  const release = state.releases.find((one) => one.id === id);
  if (!release) return null;
  return withReleases(state, id, () => buildState(mergedContents(state, release), state.cv));
}

function mergedContents(state: SpaceState, release: StoredRelease): SpaceContents {
  const own = new Set(release.stories.map(({ uuid }) => uuid));
  const others = state.stories.filter(({ uuid }) => !own.has(uuid));
  return {
    info: state.info,
    stories: [...others, ...release.stories],
    datasources: [...state.datasources.values()],
    releases: state.releases,
  };
}

/** Folder of a story; a start page is in its own folder. */
function parentPath(story: StoredStory): string {
  if (story.isStartpage) return story.slugPath;
  return story.slugPath.split("/").slice(0, -1).join("/");
}

export function parentId(story: StoredStory, state: SpaceState): number {
  return state.folders.get(parentPath(story))?.id ?? 0;
}

function foldersOf(stories: readonly StoredStory[]): Map<string, StoredFolder> {
  const startPages = new Map<string, StoredStory>();
  const paths = new Set<string>();
  for (const story of stories) {
    const parent = parentPath(story);
    if (story.isStartpage) startPages.set(story.slugPath, story);
    if (paths.has(parent)) continue;
    const parts = parent.split("/").filter(Boolean);
    for (let depth = 1; depth <= parts.length; depth++) paths.add(parts.slice(0, depth).join("/"));
  }
  return new Map([...paths].sort().map((path) => [path, folderAt(path, startPages.get(path))]));
}

function folderAt(slugPath: string, startPage: StoredStory | undefined): StoredFolder {
  return {
    id: idFrom(`folder:${slugPath}`),
    uuid: uuidFrom(`folder:${slugPath}`),
    name: startPage?.name ?? titleOf(slugPath),
    slugPath,
    translations: startPage?.translations ?? {},
  };
}

export function titleOf(slugPath: string): string {
  const words = (slugPath.split("/").at(-1) ?? "").split("-").join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Depth first; within a folder by position, then by slug, with the start page first. */
function treeOrder(stories: readonly StoredStory[]): StoredStory[] {
  const keyed = stories.map((story) => ({ story, parent: parentPath(story), slug: fullSlugOf(story) }));
  keyed.sort(
    (a, b) =>
      compareText(a.parent, b.parent) ||
      Number(b.story.isStartpage) - Number(a.story.isStartpage) ||
      a.story.position - b.story.position ||
      compareText(a.slug, b.slug),
  );
  return keyed.map(({ story }) => story);
}
