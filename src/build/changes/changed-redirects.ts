/** Whether pages that come or go change a redirect, or what is said about one. */
import type { Config } from "../../config/config.ts";
import type { Route } from "../../content/site.ts";
import type { Rename } from "../../redirects/rule.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { gatherRedirects } from "../gather-redirects.ts";
import type { ChangedSite } from "./changed-stories.ts";
import type { StoredSite } from "./stored-site.ts";

export interface RedirectInput {
  changed: Pick<ChangedSite, "changedRoutes" | "past" | "site">;
  config: Config;
  renames: readonly Rename[];
  definition: ResolvedSite;
}

/**
 * True if the redirects are the same before and after. Patterns are compared with the pages that come and go, whose
 * paths are all that differs.
 */
export async function keepsRedirects({ changed, config, renames, definition }: RedirectInput): Promise<boolean> {
  const { past, site } = changed;
  const { added, removed } = changed.changedRoutes;
  if (added.length + removed.length === 0) return true;
  if (added.some(({ path }) => renames.some(({ from }) => from === path))) return false;
  const redirects = async (paths: ReadonlySet<string>) =>
    JSON.stringify(await gatherRedirects(config, { site: { paths }, renames, definition }));
  return (await redirects(pathsOf(past.site, removed))) === (await redirects(pathsOf(site, added)));
}

/** All paths to look up, of which only the changed ones are listed. */
function pathsOf({ paths }: StoredSite["site"], listed: readonly Route[]): ReadonlySet<string> {
  const own = new Set(listed.map(({ path }) => path));
  return Object.assign(own, { has: (path: string) => paths.has(path) });
}
