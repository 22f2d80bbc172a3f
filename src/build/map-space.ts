import { buildSite, type Site } from "../content/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { Probe } from "../incremental/probe.ts";
import type { StorySummaryCache, SummarizedSpace } from "../incremental/story-summary-cache.ts";
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
  probe?: Probe | undefined;
}): Promise<MappedSpace> {
  const { definition, pulled, summaries, stateDir } = options;
  const summarized = summaries.summarize(pulled.space);
  const site = buildSite(summarized.summaries, definition, options.probe?.count);
  const renames = await recordRenames({ pulled, site, definition, stateDir });
  return { definition, pulled, summarized, site, renames };
}
