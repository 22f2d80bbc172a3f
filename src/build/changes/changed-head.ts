/** Numbers of pages and stories after a publish of a few stories. */
import type { Config } from "../../config/config.ts";
import type { StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { ChangedResult } from "../../publish/changed-output.ts";
import type { ChangedSite } from "./changed-stories.ts";

/** A full build then refuses to remove them, or does if told to. */
export function removesTooManyPages(
  { changedRoutes: { added, removed } }: Pick<ChangedSite, "changedRoutes">,
  { head, config }: { head: Pick<StoredSiteFacts, "pages">; config: Pick<Config, "maxRemovedShare"> },
): boolean {
  return removed.length > head.pages * config.maxRemovedShare || head.pages + added.length === removed.length;
}

type NewFacts = Pick<
  StoredSiteFacts,
  | "snapshot"
  | "preview"
  | "timestamp"
  | "beforePages"
  | "sitemap"
  | "rules"
  | "redirects"
  | "problems"
  | "redirectProblems"
>;

/** The head with the site's new numbers and the build. */
export function nextHead(
  head: StoredSiteFacts,
  { came, gone, changedRoutes }: Pick<ChangedSite, "came" | "gone" | "changedRoutes">,
  { files: _, removed: __, ...build }: ChangedResult & NewFacts,
): StoredSiteFacts {
  const stories = { ...head.stories };
  for (const { lang } of came) stories[lang] = (stories[lang] ?? 0) + 1;
  for (const { lang } of gone) stories[lang] = (stories[lang] ?? 0) - 1;
  const { added, removed } = changedRoutes;
  return { ...head, ...build, stories, pages: head.pages + added.length - removed.length };
}
