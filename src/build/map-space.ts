import { buildSite, type MappedSite, type StorySummaries } from "../content/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { StorySummaryCache, SummarizedSpace } from "../incremental/story-summary-cache.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import type { Rename } from "../redirects/rule.ts";
import type { Language } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { recordRenames } from "./record-renames.ts";

export interface MappedSpace {
  definition: ResolvedSite;
  pulled: PullResult;
  summarized: SummarizedSpace;
  site: MappedSite;
  /** The rename record, including this pull's renames. */
  renames: Rename[];
}

/**
 * Builds the site's map from a pull. Every command that pulls uses this, because a pull reports a rename only once and
 * it has to be recorded then.
 */
export async function mapSpace(options: {
  definition: ResolvedSite;
  pulled: PullResult;
  summaries: StorySummaryCache;
  stateDir: string;
  testHooks?: TestHooks | undefined;
}): Promise<MappedSpace> {
  const { definition, pulled, summaries, stateDir } = options;
  const all = summaries.summarize(pulled.space);
  const summarized = { ...all, summaries: withoutUnknownLanguages(all.summaries, definition, pulled.spaceLanguages) };
  const site = buildSite(summarized.summaries, definition, options.testHooks?.count);
  const renames = await recordRenames({ pulled, site, definition, stateDir });
  return { definition, pulled, summarized, site, renames };
}

/**
 * Removes languages that the space does not have: the service would answer with the default language's content, and
 * every page would exist twice. Languages whose stories are in a folder of the default language stay.
 */
function withoutUnknownLanguages(
  summaries: StorySummaries,
  { languages }: ResolvedSite,
  known: readonly string[] | null,
): StorySummaries {
  const [, ...others] = languages;
  const unknown = others.filter((language) => !hasLanguages([language], known));
  return { ...summaries, ...Object.fromEntries(unknown.map(({ code }) => [code, []])) };
}

/**
 * Whether the space has all of these languages. Compares codes as the service does: `pt-br` equals `pt_BR`. If `known` is
 * null, every language is accepted.
 */
export function hasLanguages(languages: readonly Pick<Language, "code">[], known: readonly string[] | null): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  return known === null || languages.every(({ code }) => known.some((other) => plain(other) === plain(code)));
}
