/** Redirects after pages have come, gone or been renamed. */
import type { Config } from "../../config/config.ts";
import type { Route } from "../../content/site.ts";
import type { StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import type { Rename } from "../../redirects/rule.ts";
import { stubFile, stubTargets } from "../../redirects/stubs.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { gatherRedirects } from "../gather-redirects.ts";
import { currentRenames } from "../record-renames.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { StoredSite } from "./stored-site.ts";

export interface ChangedRedirects {
  /** The rows of the rename record now. */
  renames: readonly Rename[];
  /** Null if the redirects are those of the last build. */
  redirects: RedirectOutput | null;
  /** Files of the stubs that are new or lead elsewhere, and of those that are gone. */
  stubs: { written: string[]; gone: string[] };
}

export interface RedirectInput {
  changed: Pick<ChangedSite, "changedRoutes" | "past" | "site">;
  head: Pick<StoredSiteFacts, "redirectProblems">;
  config: Config;
  stateDir: string;
  /** The rows of the last build. */
  renames: readonly Rename[];
  definition: ResolvedSite;
}

/**
 * Throws FullBuildNeeded if the redirects change and a pattern matches pages: which ones is known only by comparing it
 * with all paths. Otherwise the paths of the pages that come and go are all that differs.
 */
export async function changedRedirects(input: RedirectInput): Promise<ChangedRedirects> {
  const { changed, head, config, definition, stateDir } = input;
  const { past, site, changedRoutes } = changed;
  const { added, removed } = changedRoutes;
  const renames = await currentRenames({ site, stateDir });
  const kept: ChangedRedirects = { renames, redirects: null, stubs: { written: [], gone: [] } };
  const isSame = JSON.stringify(renames) === JSON.stringify(input.renames);
  if (isSame && added.length + removed.length === 0) return kept;
  const redirects = (paths: ReadonlySet<string>, of: readonly Rename[]) =>
    gatherRedirects(config, { site: { paths }, renames: of, definition });
  const before = await redirects(pathsOf(past.site, removed), input.renames);
  const now = await redirects(pathsOf(site, added), renames);
  if (JSON.stringify(before) === JSON.stringify(now)) return kept;
  if ([...head.redirectProblems, ...now.problems].some(({ code }) => code === "REDIRECT_SHADOWS_PAGE"))
    throw new FullBuildNeeded();
  return { renames, redirects: now, stubs: changedStubs(before, now, site.paths) };
}

/** All paths to look up, of which only the changed ones are listed. */
function pathsOf({ paths }: StoredSite["site"], listed: readonly Route[]): ReadonlySet<string> {
  const own = new Set(listed.map(({ path }) => path));
  return Object.assign(own, { has: (path: string) => paths.has(path) });
}

/** A stub that a page replaces is neither written nor gone. */
function changedStubs(before: RedirectOutput, now: RedirectOutput, paths: ReadonlySet<string>) {
  const [last, next] = [before, now].map(
    ({ rules }) => new Map(stubTargets(rules, paths).map((target) => [stubFile(target.from), JSON.stringify(target)])),
  );
  return {
    written: [...(next ?? [])].flatMap(([file, target]) => (last?.get(file) === target ? [] : [file])),
    gone: [...(last?.keys() ?? [])].filter((file) => !next?.has(file)),
  };
}
