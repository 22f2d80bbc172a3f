/** Pages of listings that come and go with the stories they list. */
import type { ListingSettings } from "../../content/listing.ts";
import type { StoryEntry } from "../../content/model.ts";
import { type Route, routesOfStory } from "../../content/site.ts";
import type { Store } from "../../incremental/store/store.ts";
import { forLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { ListChange } from "./list-changes.ts";
import { listingsWith } from "./list-queries.ts";
import type { StoredSite } from "./stored-site.ts";

/** Pages that a site gets, and those that it no longer has. */
export interface ChangedRoutes {
  added: Route[];
  removed: Route[];
}

/** Pages whose path no other story has taken. */
export function leftRoutes({ added, removed }: ChangedRoutes): Route[] {
  const taken = new Set(added.map(({ path }) => path));
  return removed.filter(({ path }) => !taken.has(path));
}

export interface ListingsInput {
  store: Store;
  definition: ResolvedSite;
  past: StoredSite;
  /** The site with its changed lists. */
  now: StoredSite;
}

export function changedListings(changes: readonly ListChange[], input: ListingsInput): ChangedRoutes {
  const routes: ChangedRoutes = { added: [], removed: [] };
  for (const [entry, settings] of listingsOf(changes, input)) {
    const routesIn = ({ site }: StoredSite) => {
      const lists = forLanguage(site.lists, entry.lang);
      return routesOfStory(entry, settings, { lists, pageTypes: input.definition.pageTypes });
    };
    const [before, now] = [routesIn(input.past), routesIn(input.now)];
    const [pathsBefore, pathsNow] = [before, now].map((some) => new Set(some.map(({ path }) => path)));
    routes.added.push(...now.filter(({ path }) => !pathsBefore?.has(path)));
    routes.removed.push(...before.filter(({ path }) => !pathsNow?.has(path)));
  }
  const { past } = input;
  if (routes.added.some(({ path }) => past.page(path))) throw new FullBuildNeeded();
  if (routes.removed.some(({ path, uuid }) => past.page(path)?.uuid !== uuid)) throw new FullBuildNeeded();
  return routes;
}

/** The listings that may show one of the stories, before or after. */
function listingsOf(
  changes: readonly ListChange[],
  { store, definition, past }: ListingsInput,
): Iterable<readonly [StoryEntry, ListingSettings]> {
  const found = new Map<string, readonly [StoryEntry, ListingSettings]>();
  for (const one of changes.flatMap(({ before, now }) => [before, now])) {
    if (!one) continue;
    for (const [uuid, settings] of listingsWith(one, { store, rules: definition })) {
      const entry = past.entry(one.lang, uuid);
      if (!entry) throw new FullBuildNeeded();
      found.set(`${one.lang} ${uuid}`, [entry, settings]);
    }
  }
  return found.values();
}
