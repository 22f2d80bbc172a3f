import type { PullResult } from "../fetch/pull-space.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { currentRenames, pathsWithoutPage } from "./rename-record.ts";

export type MappedSpace = Awaited<ReturnType<typeof mapSpace>>;

/** Builds the site's map from a pull. The stories are not stored: a build does so once what they changed is published. */
export async function mapSpace(options: {
  definition: ResolvedSite;
  pulled: PullResult;
  /** The stories before this pull, and the site's map with them. */
  stories: StoredStories;
  stateDir: string;
}) {
  const { definition, pulled, stories, stateDir } = options;
  const { model } = stories;
  /** What differs from the stories as they were stored, which were those of this snapshot. */
  const since = stories.snapshot;
  const changed = stories.follow(pulled, unknownLanguages(definition, pulled.spaceLanguages));
  const never = pathsWithoutPage(pulled, { definition, site: model.site });
  const moved = model.apply(changed.summaries);
  const { site } = model;
  /** The rename record, which has this pull's renames (start-pull.ts). */
  const renames = await currentRenames({ definition, site, never, stateDir });
  return { definition, pulled, stories, site, since, changed, moved, renames };
}

/**
 * Languages that the space does not have: the service would answer with the default language's content, and every page
 * would exist twice. Languages whose stories are in a folder of the default language stay. Compares codes as the service
 * does: `pt-br` equals `pt_BR`. If `known` is null, every language is accepted.
 */
export function unknownLanguages(
  { languages: [, ...others] }: Pick<ResolvedSite, "languages">,
  known: readonly string[] | null,
): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  const isUnknown = (code: string) => !known?.some((other) => plain(other) === plain(code));
  return known === null ? [] : others.map(({ code }) => code).filter(isUnknown);
}
