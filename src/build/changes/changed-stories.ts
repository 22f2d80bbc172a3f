import { categoryOf } from "../../content/listing.ts";
import type { StoryEntry } from "../../content/model.ts";
import { sortKeyOf } from "../../content/order.ts";
import { type StorySummary, summarizeStory } from "../../content/story-summary.ts";
import type { PullResult } from "../../fetch/pull-space.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { digestKey, openStoredSite, type StoredSite } from "./stored-site.ts";

/** With more changed stories than this, a full build is faster. */
const MAX_STORIES = 50;

/** A story that was published again and kept its path. */
export interface ChangedStory {
  /** Language of the API response it came in. */
  answer: string;
  digest: StorySummary;
}

/** One story's page in one language, before and after the change. */
export interface ChangedEntry {
  before: StoryEntry;
  now: StoryEntry;
}

export interface ChangedSite extends StoredSite {
  stories: ChangedStory[];
  entries: ChangedEntry[];
}

/**
 * Stories published since the last build, if the change moved no page, no list and nothing that all pages share;
 * otherwise null.
 */
export function changedSite(
  { space, changed, renames }: PullResult,
  {
    store,
    definition,
    keepsAssets,
  }: {
    store: Store;
    definition: ResolvedSite;
    keepsAssets: (before: readonly string[], now: readonly string[]) => boolean;
  },
): ChangedSite | null {
  const all = Object.entries(changed.stories);
  const isMoved = all.some(([, { removed, renamed }]) => removed.length + renamed.length > 0);
  const uuids = all.flatMap(([answer, { published }]) => published.map((uuid) => ({ answer, uuid })));
  if (changed.datasources || changed.global || isMoved || renames.length > 0) return null;
  if (uuids.length === 0 || uuids.length > MAX_STORIES) return null;
  const stories: ChangedStory[] = [];
  for (const { answer, uuid } of uuids) {
    const before = store.get(KEYS.story(answer, uuid)) as StorySummary | undefined; // written by save-site.ts
    const story = space.story(answer, uuid);
    if (!before || !story) return null;
    const digest = summarizeStory(story, definition);
    if (!isAtItsPlace(before, digest) || !keepsAssets(before.assets, digest.assets)) return null;
    stories.push({ answer, digest });
  }
  const summaries = new Map(stories.map(({ answer, digest }) => [digestKey(answer, digest.uuid), digest]));
  const past = openStoredSite(store, definition, new Map());
  const site = openStoredSite(store, definition, summaries);
  const entries: ChangedEntry[] = [];
  for (const { code } of definition.languages) {
    for (const uuid of new Set(uuids.map((one) => one.uuid))) {
      const [before, now] = [past.entry(code, uuid), site.entry(code, uuid)];
      if (!before || !now) continue;
      const countedBy = (store.get(KEYS.countedBy(code, now.component)) ?? []) as string[]; // written by save-site.ts
      if (!keepsLists(before, now, { definition, countedBy })) return null;
      entries.push({ before, now });
    }
  }
  return { ...site, stories, entries };
}

/** What decides where a story's pages are, in which languages, and how many there are. */
function isAtItsPlace(before: StorySummary, now: StorySummary): boolean {
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

/** True if a story keeps its position in every list, count and feed. */
function keepsLists(
  before: StoryEntry,
  now: StoryEntry,
  { definition, countedBy }: { definition: ResolvedSite; countedBy: readonly string[] },
): boolean {
  const { pageTypes } = definition;
  const noindex = pageTypes[now.component]?.head.noindex ?? "";
  const listed = (entry: StoryEntry) =>
    JSON.stringify([
      entry.path,
      categoryOf(entry, pageTypes),
      sortKeyOf(entry, pageTypes),
      entry.fields[noindex] === true,
      countedBy.map((field) => entry.fields[field] ?? null),
    ]);
  return listed(before) === listed(now);
}
