/** What a build says of paths that two stories have, and of homes that are missing: it names stories beside the changed ones. */
import type { StoryEntry } from "../../content/model.ts";
import { folderLanguage } from "../../content/rules/languages.ts";
import type { Route } from "../../content/site.ts";
import { KEYS, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { ChangedStory } from "./story-versions.ts";

interface ChangedPages {
  entries: readonly { before: StoryEntry; now: StoryEntry }[];
  changedRoutes: { added: readonly Route[]; removed: readonly Route[] };
}

/** Throws FullBuildNeeded if a page comes, goes or has another name where another story or list has the same path. */
export function requireCertainPaths({ entries, changedRoutes }: ChangedPages, store: Store): void {
  const disputed = new Set((store.get(KEYS.disputed) ?? []) as string[]); // written by save-stories.ts
  const named = entries.filter(({ before, now }) => before.name !== now.name).map(({ now }) => now);
  const changed = [...named, ...changedRoutes.added, ...changedRoutes.removed];
  if (changed.some(({ path }) => disputed.has(path))) throw new FullBuildNeeded();
}

interface MovedStories {
  stories: readonly ChangedStory[];
  came: readonly StoryEntry[];
  gone: readonly StoryEntry[];
}

/**
 * Throws FullBuildNeeded if a language gets its first story or loses its last; or if one has no home or no story, and what
 * is said of that may change: it names the stories and folders of the space's root.
 */
export function requireSameMisfits(
  { stories, came, gone }: MovedStories,
  store: Store,
  definition: ResolvedSite,
): void {
  const head = store.get(KEYS.head) as StoredSiteFacts; // written by save-site.ts
  const inLanguage = (of: readonly StoryEntry[], code: string) => of.filter(({ lang }) => lang === code).length;
  for (const { code } of definition.languages) {
    const before = head.stories[code] ?? 0;
    const now = before + inLanguage(came, code) - inLanguage(gone, code);
    if ((before === 0) !== (now === 0)) throw new FullBuildNeeded();
  }
  if (!head.problems.some(({ code }) => code === "SITE_MISFIT")) return;
  const moved = stories.filter(({ before, now }) => before?.fullSlug !== now?.fullSlug);
  const slugs = moved.flatMap(({ before, now }) => [before?.fullSlug, now?.fullSlug]);
  const isWithout = definition.languages.some(({ code }) => !head.stories[code]);
  const isNamed = (slug: string) => isInRoot(slug) || (isWithout && folderLanguage(slug, definition) === undefined);
  if (slugs.some((slug) => slug !== undefined && isNamed(slug))) throw new FullBuildNeeded();
}

function isInRoot(slug: string): boolean {
  return !slug.replace(/\/$/, "").includes("/");
}
