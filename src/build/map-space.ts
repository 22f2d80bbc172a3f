import type { Rename } from "../content/redirects/rule.ts";
import { buildSite, type Site } from "../content/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { DigestBook, DigestedSpace } from "../incremental/digests.ts";
import type { Probe } from "../incremental/probe.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { recordRenames } from "./redirects.ts";

export interface MappedSpace {
  definition: ResolvedSite;
  pulled: PullResult;
  digested: DigestedSpace;
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
  digests: DigestBook;
  stateDir: string;
  probe?: Probe | undefined;
}): Promise<MappedSpace> {
  const { definition, pulled, digests, stateDir } = options;
  const digested = digests.digest(pulled.space);
  const site = buildSite(digested.digests, definition, options.probe?.count);
  const renames = await recordRenames({ pulled, site, definition, stateDir });
  return { definition, pulled, digested, site, renames };
}
