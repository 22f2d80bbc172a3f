import type { ResolvedSite } from "../site/resolve-site.ts";
import { type ListingSettings, listingQuery, pageCount } from "./listing.ts";
import type { ListingRoute } from "./payload.ts";
import { isSegment } from "./rules/reserved-paths.ts";
import type { StoryLists } from "./story-lists.ts";

/** All listing routes of a story, except its own page. */
export function listingRoutes(
  lists: Pick<StoryLists, "counts" | "total">,
  settings: ListingSettings,
  pageTypes: ResolvedSite["pageTypes"],
): ListingRoute[] {
  const field = pageTypes[settings.type]?.category?.field;
  const counts =
    field === undefined ? [] : lists.counts({ type: settings.type, startsWith: settings.startsWith }, field);
  // A category that cannot be a path segment has no route.
  const categories = counts.map(([category]) => category).filter(isSegment);
  return ["", ...categories].flatMap((category) => {
    const pages = pageCount(lists.total(listingQuery(settings, category)), settings.perPage);
    const routes = Array.from({ length: pages }, (_, index) => ({ page: index + 1, category }));
    return category === "" ? routes.slice(1) : routes;
  });
}
