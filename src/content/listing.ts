/** Listing routes: what a BlogOverview on a story makes beside the story's own page (product contract §5). */
import type { RawBlock, StoryEntry } from "./model.ts";
import type { ListingRoute } from "./payload.ts";
import { stringOf } from "./resolve/context.ts";

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

/** The posts a listing route draws from, in the order given. */
export function listedPosts(posts: readonly StoryEntry[], settings: ListingSettings, category: string): StoryEntry[] {
  return posts.filter(
    (post) =>
      post.slug.startsWith(settings.startsWith) &&
      (category === "" ? post.uuid !== settings.featured : post.fields.category === category),
  );
}

/** Every listing route of a story, its own page left out. */
export function listingRoutes(posts: readonly StoryEntry[], settings: ListingSettings): ListingRoute[] {
  const inFolder = posts.filter((post) => post.slug.startsWith(settings.startsWith));
  const categories = [...new Set(inFolder.map((post) => stringOf(post.fields.category)))].filter(isSegment).sort();
  return ["", ...categories].flatMap((category) => {
    const pages = pageCount(listedPosts(posts, settings, category).length, settings.perPage);
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
