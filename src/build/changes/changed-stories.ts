import type { Lang, StoryEntry } from "../../content/model.ts";
import type { Route } from "../../content/site.ts";
import { type StorySummary, summarizeStory } from "../../content/story-summary.ts";
import type { PullResult } from "../../fetch/pull-space.ts";
import { NO_FILE, type Row, type StoredPage } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { hasLanguages } from "../map-space.ts";
import { isUnindexed } from "../site-files.ts";
import { requireCertainPaths, requireSameMisfits } from "./certain-paths.ts";
import { type ChangedRoutes, changedListings } from "./changed-listings.ts";
import { type ChangedLists, changedLists } from "./changed-lists.ts";
import { type ChangedPaths, changedPaths } from "./changed-paths.ts";
import { type ChangedStrangers, changedStrangers } from "./changed-strangers.ts";
import { arriving, hasOtherTranslations, leaving } from "./changed-translations.ts";
import { listChanges } from "./list-changes.ts";
import { numberedPages } from "./stored-paths.ts";
import { openStoredSite, type StoredSite } from "./stored-site.ts";
import { type ChangedStory, openStoryVersions, storedSummary, summaryKey, withLinked } from "./story-versions.ts";

/** With more changed stories than this, a full build is faster. */
const MAX_STORIES = 50;

/** One story's page in one language, before and after the change. */
export interface ChangedEntry {
  before: StoryEntry;
  now: StoryEntry;
}

export interface ChangedSite extends StoredSite, Pick<ChangedPaths, "came" | "gone"> {
  stories: ChangedStory[];
  linkRows: Row[];
  /** The site of the last build. */
  past: StoredSite;
  /** Pages that are there before and after. */
  entries: ChangedEntry[];
  changedLists: ChangedLists;
  strangers: ChangedStrangers;
  /** Pages that come and go, those of listings included. */
  changedRoutes: ChangedRoutes;
}

export interface ChangesInput {
  store: Store;
  definition: ResolvedSite;
}

/**
 * Stories published, renamed or removed since the last build, if the change concerns nothing that all pages share;
 * otherwise null.
 */
export function changedSite(pulled: PullResult, { store, definition }: ChangesInput): ChangedSite | null {
  const { changed } = pulled;
  if (changed.datasources || changed.global) return null;
  const stories = changedStories(pulled, store, definition);
  if (!stories) return null;
  const past = openStoredSite(store, definition);
  const summaries = new Map(
    stories.flatMap(({ answer, uuid, now }) => (now ? [[summaryKey(answer, uuid), now] as const] : [])),
  );
  const staying = openStoredSite(store, definition, { summaries });
  const { paths, strangers, linkRows } = movedStories(stories, { store, definition, past, staying });
  const { came, gone, moved } = paths;
  const entries = changedEntries(stories, {
    past,
    site: openStoredSite(store, definition, { summaries, moved }),
    moved,
    definition,
  });
  if (!entries.every((entry) => isUnindexed(entry.before, definition) === isUnindexed(entry.now, definition)))
    return null;
  const inLists = listChanges({ entries, came, gone }, { definition, store });
  const lists = changedLists(inLists, { ...past, store, definition });
  const ofListings = changedListings(inLists, {
    ...{ store, definition, past },
    now: openStoredSite(store, definition, { summaries, moved, lists }),
  });
  const changedRoutes = allRoutes(paths, ofListings);
  requireCertainPaths({ entries, changedRoutes }, store);
  requireSameMisfits({ stories, came, gone }, store, definition);
  const site = openStoredSite(store, definition, {
    ...{ summaries, moved, lists },
    pages: changedPages(changedRoutes, store),
  });
  return { ...site, past, stories, linkRows, entries, came, gone, strangers, changedLists: lists, changedRoutes };
}

/** What follows from stories that come, go or have another place, other alternates or another component. */
function movedStories(
  stories: readonly ChangedStory[],
  input: ChangesInput & { past: StoredSite; staying: StoredSite },
): { paths: ChangedPaths } & Pick<ChangedSite, "strangers" | "linkRows"> {
  const versions = openStoryVersions(stories, input);
  const moving = new Set(stories.filter((story) => !isAtItsPlace(story)).map(({ uuid }) => uuid));
  const concerned = withLinked(moving, versions);
  return {
    paths: changedPaths(concerned, { ...input, ...versions }),
    strangers: changedStrangers(concerned, { ...input, ...versions }),
    linkRows: versions.linkRows,
  };
}

/** The pages of stories that come, go or have another path, and those of listings. */
function allRoutes(
  paths: Pick<ChangedPaths, "came" | "gone" | "renamed">,
  { added, removed }: ChangedRoutes,
): ChangedRoutes {
  const own = ({ path, lang, uuid }: StoryEntry): Route => ({ path, lang, uuid, listing: null });
  return { added: [...arriving(paths).map(own), ...added], removed: [...leaving(paths).map(own), ...removed] };
}

/** Null if there are none, too many, or one that is not as the store has it. */
function changedStories(
  { space, changed, spaceLanguages }: Pick<PullResult, "space" | "changed" | "spaceLanguages">,
  store: Store,
  definition: ResolvedSite,
): ChangedStory[] | null {
  const [first, ...others] = definition.languages;
  const answers = [first, ...others.filter((language) => hasLanguages([language], spaceLanguages))];
  const all = answers.flatMap(({ code: answer }): { answer: Lang; uuid: string; isRemoved: boolean }[] => {
    const { published = [], removed = [] } = changed.stories[answer] ?? {};
    return [...published, ...removed].map((uuid) => ({ answer, uuid, isRemoved: removed.includes(uuid) }));
  });
  if (all.length === 0 || all.length > MAX_STORIES) return null;
  const stories: ChangedStory[] = [];
  for (const { answer, uuid, isRemoved } of all) {
    const before = storedSummary(store, answer, uuid);
    const story = isRemoved ? undefined : space.story(answer, uuid);
    if (isRemoved ? !before : !story) return null;
    stories.push({ answer, uuid, before, now: story && summarizeStory(story, definition) });
  }
  return stories;
}

/** The pages that come, with the numbers after the last, and those that go. */
function changedPages({ added, removed }: ChangedRoutes, store: Store) {
  const pages = new Map<string, StoredPage | null>(removed.map(({ path }) => [path, null]));
  if (added.length === 0) return pages;
  const { count } = numberedPages(store);
  for (const [index, { path, ...of }] of added.entries())
    pages.set(path, { number: count + index, ...of, html: NO_FILE, payload: NO_FILE, loose: [] });
  return pages;
}

/** Those of the changed stories, and those with other translations, in every language with a page before and after. */
function changedEntries(
  stories: readonly ChangedStory[],
  {
    past,
    site,
    moved,
    definition,
  }: { past: StoredSite; site: StoredSite; definition: ResolvedSite } & Pick<ChangedPaths, "moved">,
): ChangedEntry[] {
  const uuids = new Set(stories.map(({ uuid }) => uuid));
  const others = new Set([...moved.values()].flatMap((entry) => (entry && !uuids.has(entry.uuid) ? entry.uuid : [])));
  return definition.languages.flatMap(({ code }) =>
    [...uuids, ...others].flatMap((uuid): ChangedEntry[] => {
      const [before, now] = [past.entry(code, uuid), site.entry(code, uuid)];
      if (!before || !now) return [];
      return uuids.has(uuid) || hasOtherTranslations(before, now) ? [{ before, now }] : [];
    }),
  );
}

/** What decides where a story's pages are, in which languages, and how many there are. */
function isAtItsPlace({ before, now }: ChangedStory): boolean {
  if (!before || !now) return false;
  const place = (one: StorySummary) =>
    JSON.stringify([
      one.id,
      one.component,
      one.fullSlug,
      one.defaultFullSlug,
      one.translatedSlugs,
      one.alternates,
      one.listing,
    ]);
  return place(before) === place(now);
}
