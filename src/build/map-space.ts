import { buildSite, type Site, type StorySummaries } from "../content/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { StorySummaryCache, SummarizedSpace } from "../incremental/story-summary-cache.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import type { Rename } from "../redirects/rule.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { recordRenames } from "./gather-redirects.ts";

export interface MappedSpace {
  definition: ResolvedSite;
  pulled: PullResult;
  summarized: SummarizedSpace;
  site: Site;
  /** The rename record, this pull's renames included. */
  renames: Rename[];
}

/**
 * From a pull to the site's map. Whatever command pulls comes through here, because a pull tells of a renamed story
 * only once and the record must have it then.
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
 * Asked for a language that it does not have, the service answers with the default one's content: pages of that would
 * be the same pages twice. Stories in a folder of the language are in the default answer and stay.
 */
function withoutUnknownLanguages(
  summaries: StorySummaries,
  { languages }: ResolvedSite,
  known: readonly string[] | null,
): StorySummaries {
  const [, ...others] = languages;
  const unknown = others.filter(({ code }) => !hasLanguage(known, code));
  return { ...summaries, ...Object.fromEntries(unknown.map(({ code }) => [code, []])) };
}

/** Codes are compared as the service does: `pt-br` is `pt_BR`. Null knows nothing and has every language. */
function hasLanguage(known: readonly string[] | null, code: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  return known === null || known.some((other) => plain(other) === plain(code));
}
