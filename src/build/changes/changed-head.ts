/** Numbers of pages and stories after a publish of a few stories. */
import type { Config } from "../../config/config.ts";
import type { StoredHead } from "../../incremental/store/rows.ts";
import type { ChangedResult } from "../../publish/changed-output.ts";
import type { ChangedSite } from "./changed-stories.ts";

type Moved = Pick<ChangedSite, "came" | "gone">;

/** A full build then refuses to remove them, or does if told to. */
export function removesTooMany(
  { came, gone }: Moved,
  { head, config }: { head: Pick<StoredHead, "pages">; config: Pick<Config, "maxRemovedShare"> },
): boolean {
  return gone.length > head.pages * config.maxRemovedShare || head.pages + came.length === gone.length;
}

/** The head with the site's new numbers and the build. */
export function nextHead(
  head: StoredHead,
  { came, gone }: Moved,
  {
    files: _,
    removed: __,
    ...build
  }: ChangedResult & Pick<StoredHead, "snapshot" | "preview" | "timestamp" | "beforePages" | "sitemap">,
): StoredHead {
  const stories = { ...head.stories };
  for (const { lang } of came) stories[lang] = (stories[lang] ?? 0) + 1;
  for (const { lang } of gone) stories[lang] = (stories[lang] ?? 0) - 1;
  return { ...head, ...build, stories, pages: head.pages + came.length - gone.length };
}
