/** The pages that listings add to their stories' own, updated as stories change. */
import { createProblem, type Problem } from "../../problems/problem.ts";
import type { Lang, StoryEntry } from "../../site/api/model.ts";
import type { ListingRoute } from "../../site/api/payload.ts";
import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { type ListingSettings, listingPath, listingQuery, pageCount } from "../lists/listing.ts";
import type { StoryLists } from "../lists/story-lists.ts";
import { isSegment } from "../rules/reserved-paths.ts";
import type { MapRules, Route } from "./site.ts";

interface ListingMoves {
  /** Stories whose entry or listing may have changed. */
  stories: Iterable<{ lang: Lang; uuid: string }>;
  /** Paths that stories now own or no longer own. */
  paths: ReadonlySet<string>;
  /** Page types, by language, whose lists changed. */
  types: ByLanguage<ReadonlySet<string>>;
}

interface Sources {
  pageTypes: MapRules["pageTypes"];
  lists: ByLanguage<StoryLists>;
  entry(lang: Lang, uuid: string): StoryEntry | undefined;
  /** The settings of a story's listing in a language; null if it has none. */
  settingsOf(lang: Lang, uuid: string): ListingSettings | null;
  storyAt(path: string): StoryEntry | undefined;
}

interface Listing {
  lang: Lang;
  uuid: string;
  type: string;
  /** All of its pages but the story's own. */
  routes: Route[];
  /** Those whose path no story owns. */
  free: Route[];
}

type StoredRoute = readonly [path: string, page: number, category: string];

function routeOf({ listing }: Route): [page: number, category: string] {
  return [listing?.page ?? 1, listing?.category ?? ""];
}

export function createListingPages(sources: Sources) {
  const known = new Map<string, Listing>();
  const make = (lang: Lang, uuid: string): Listing | undefined => {
    const entry = sources.entry(lang, uuid);
    const settings = entry && sources.settingsOf(lang, uuid);
    if (!settings) return undefined;
    const routes = listingRoutes(forLanguage(sources.lists, lang), settings, sources.pageTypes).map(
      (listing): Route => ({ path: listingPath(entry.path, listing), lang, uuid, listing }),
    );
    return withFree({ lang, uuid, type: settings.type, routes });
  };
  const withFree = (listing: Omit<Listing, "free">): Listing => ({
    ...listing,
    free: listing.routes.filter(({ path }) => !sources.storyAt(path)),
  });
  const isConcerned = ({ lang, type, routes }: Listing, { types, paths }: ListingMoves) =>
    forLanguage(types, lang).has(type) || routes.some(({ path }) => paths.has(path));
  return {
    /** Whether a story's page in a language has a listing. */
    has: (lang: Lang, uuid: string): boolean => known.has(`${lang} ${uuid}`),
    /** The row to save of a story's listing in a language; null if it has none. */
    row(lang: Lang, uuid: string): string | null {
      const listing = known.get(`${lang} ${uuid}`);
      if (!listing) return null;
      const routes = listing.routes.map((route): StoredRoute => [route.path, ...routeOf(route)]);
      return JSON.stringify([listing.type, routes]);
    },
    /** Restores a saved row, once all stories are restored. */
    read({ lang, uuid, row }: { lang: Lang; uuid: string; row: string }): void {
      const [type, routes] = JSON.parse(row) as [string, StoredRoute[]]; // as `row` wrote it
      const own = routes.map(([path, page, category]): Route => ({ path, lang, uuid, listing: { page, category } }));
      known.set(`${lang} ${uuid}`, withFree({ lang, uuid, type, routes: own }));
    },
    *routes(): Iterable<Route> {
      for (const { free } of known.values()) yield* free;
    },
    routesOf: (lang: Lang, uuid: string): readonly Route[] => known.get(`${lang} ${uuid}`)?.free ?? [],
    /** Updates the listings; returns the pages that were added and removed, and the stories of all updated listings. */
    replace(moved: ListingMoves) {
      const concerned = new Map<string, { lang: Lang; uuid: string }>();
      for (const { lang, uuid } of moved.stories) concerned.set(`${lang} ${uuid}`, { lang, uuid });
      for (const [key, listing] of known) if (isConcerned(listing, moved)) concerned.set(key, listing);
      const changes: { added: Route[]; removed: Route[] } = { added: [], removed: [] };
      for (const [key, { lang, uuid }] of concerned) {
        const [before, now] = [known.get(key), make(lang, uuid)];
        const paths = (listing: Listing | undefined) => new Set(listing?.free.map(({ path }) => path));
        const [pathsBefore, pathsNow] = [paths(before), paths(now)];
        changes.removed.push(...(before?.free ?? []).filter(({ path }) => !pathsNow.has(path)));
        changes.added.push(...(now?.free ?? []).filter(({ path }) => !pathsBefore.has(path)));
        if (now) known.set(key, now);
        else known.delete(key);
      }
      return { ...changes, touched: [...concerned.values()] };
    },
    /** Pages of listings whose path a story owns. */
    problems: (): Problem[] =>
      [...known.values()].flatMap(({ routes, free }) =>
        routes.length === free.length ? [] : routes.flatMap((route) => takenBy(sources.storyAt(route.path), route)),
      ),
  };
}

function takenBy(story: StoryEntry | undefined, { path, listing }: Route): Problem[] {
  if (!story) return [];
  return [
    createProblem("error", "CONTENT_DUPLICATE_PATH", {
      message: `The path ${path} belongs to page ${listing?.page} of a list and to the story "${story.name}", which has it.`,
      story: story.slug,
      hint: "Give the story another slug.",
    }),
  ];
}

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
