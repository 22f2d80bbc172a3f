/** Listing routes: what a BlogOverview on a story makes beside the story's own page (product contract §5). */
import type { RawBlock } from "./model.ts";
import type { ListingRoute } from "./payload.ts";
import type { LatestQuery } from "./reader.ts";
import { stringOf } from "./resolve/context.ts";
import type { StoryLists } from "./story-lists.ts";

/** Posts a page when the editor set no number. */
export const DEFAULT_PER_PAGE = 9;

export interface ListingSettings {
  startsWith: string;
  perPage: number;
  /** Uuid of the post shown above the first page and left out of the unfiltered list, or "". */
  featured: string;
}

/** Settings of the first BlogOverview in a story's body, or null. */
export function listingSettings(content: RawBlock): ListingSettings | null {
  const body = Array.isArray(content.body) ? content.body : [];
  const overview = body.find((block: unknown) => (block as RawBlock | null)?.component === "BlogOverview") as
    | RawBlock
    | undefined;
  return overview ? settingsOf(overview) : null;
}

/** Reads the settings from a raw or resolved BlogOverview. */
export function settingsOf(overview: Record<string, unknown>): ListingSettings {
  const perPage = Math.trunc(Number(overview.per_page));
  const featured = overview.featured;
  return {
    startsWith: stringOf(overview.starts_with).replace(/^\/+/, ""),
    perPage: perPage >= 1 ? perPage : DEFAULT_PER_PAGE,
    featured:
      typeof featured === "object" && featured !== null
        ? stringOf((featured as { uuid?: unknown }).uuid)
        : stringOf(featured),
  };
}

/** What a listing route draws from. */
export function listingQuery({ startsWith, featured }: ListingSettings, category: string): LatestQuery {
  const query: LatestQuery = { type: "Insights", startsWith };
  if (category !== "") return { ...query, category };
  return featured === "" ? query : { ...query, except: [featured] };
}

/** Every listing route of a story, its own page left out. */
export function listingRoutes(lists: Pick<StoryLists, "counts" | "total">, settings: ListingSettings): ListingRoute[] {
  const counts = lists.counts({ type: "Insights", startsWith: settings.startsWith }, "category");
  const categories = counts.map(([category]) => category).filter(isSegment);
  return ["", ...categories].flatMap((category) => {
    const pages = pageCount(lists.total(listingQuery(settings, category)), settings.perPage);
    const routes = Array.from({ length: pages }, (_, index) => ({ page: index + 1, category }));
    return category === "" ? routes.slice(1) : routes;
  });
}

export function pageCount(posts: number, perPage: number): number {
  return Math.max(1, Math.ceil(posts / perPage));
}

/** A category whose value cannot be a path segment has no route. */
export function isSegment(category: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(category);
}

/** Path of a listing route below its story's path: `/insights/` -> `/insights/categories/team/page/2/`. */
export function listingPath(storyPath: string, route: ListingRoute): string {
  const category = route.category === "" ? "" : `categories/${route.category}/`;
  return storyPath + category + (route.page > 1 ? `page/${route.page}/` : "");
}
