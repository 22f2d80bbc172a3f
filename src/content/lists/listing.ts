/** Listing routes: the pages that a listing block adds to its story's page, by category and page number. */

import type { RawBlock, StoryEntry } from "../../site/api/model.ts";
import type { ListingRoute } from "../../site/api/payload.ts";
import type { LatestQuery } from "../../site/api/reader.ts";
import { stringOf, wholeNumberOf } from "../../site/blocks/field-values.ts";
import { fieldAt } from "../../site/blocks/head-text.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { spacesOf } from "../../site/spaces.ts";
import { type FolderRules, folderLanguage, withoutFolder } from "../rules/languages.ts";

export interface ListingSettings {
  /** Page type of the listed stories. */
  type: string;
  startsWith: string;
  perPage: number;
  /** Uuid of the post shown above the first page and left out of the unfiltered list; "" if there is none. */
  featured: string;
}

/** Names of the block's fields that configure the listing. */
export type ListingFields = NonNullable<ResolvedSite["pageTypes"][string]["listing"]>;

/** The page type that a component lists, with the names of its fields; undefined for any other component. */
export function listingOf(
  component: string,
  pageTypes: ResolvedSite["pageTypes"],
): { type: string; fields: ListingFields } | undefined {
  // Called for every block, so it creates no list of pairs.
  for (const type in pageTypes) {
    const listing = pageTypes[type]?.listing;
    if (listing?.block === component) return { type, fields: listing };
  }
  return undefined;
}

/** Settings of a story's listing block: its own component, or the first in its lists of blocks; null if there is none. */
export function listingSettings(content: RawBlock, pageTypes: ResolvedSite["pageTypes"]): ListingSettings | null {
  for (const field of [[content], ...Object.values(content)]) {
    if (!Array.isArray(field)) continue;
    for (const block of field as (Partial<RawBlock> | null)[]) {
      const listing = typeof block?.component === "string" ? listingOf(block.component, pageTypes) : undefined;
      if (block && listing) return { type: listing.type, ...settingsOf(block, listing.fields) };
    }
  }
  return null;
}

/** Reads the settings of a raw or resolved listing block. */
export function settingsOf(block: Record<string, unknown>, fields: ListingFields): Omit<ListingSettings, "type"> {
  const perPage = wholeNumberOf(block[fields.perPage]);
  const featured = block[fields.featured];
  return {
    startsWith: stringOf(block[fields.folder]).replace(/^\/+/, ""),
    perPage: perPage >= 1 ? perPage : fields.defaultPerPage,
    featured:
      typeof featured === "object" && featured !== null
        ? stringOf((featured as { uuid?: unknown }).uuid)
        : stringOf(featured),
  };
}

/** What decides which list a story belongs to. */
export type ListingRules = FolderRules & Pick<ResolvedSite, "pageTypes">;

/** The value of a story's category field; "" if there is none. */
export function categoryOf(entry: StoryEntry, pageTypes: ResolvedSite["pageTypes"]): string {
  if (entry.listed) return entry.listed.category;
  const field = pageTypes[entry.component]?.category?.field;
  return field === undefined ? "" : stringOf(entry.fields[field]);
}

/** Whether a story's field keeps it out of search engines. */
export function isUnindexed(entry: StoryEntry, pageTypes: ResolvedSite["pageTypes"]): boolean {
  return entry.listed?.unindexed ?? fieldAt(entry.fields, pageTypes[entry.component]?.head.noindex ?? "") === true;
}

/** Whether search engines know the story's page in another language: as that language's own, and with leave to index it. */
export function isIndexedIn(entry: StoryEntry, lang: string): boolean {
  return entry.shownIn?.[lang] === undefined && !entry.unindexedIn?.includes(lang);
}

/** Home pages are counterparts without a field. */
const HOME = "home";

/** What a story's counterparts in other spaces have too; "" for a story without, and on a site with one space. */
export function linkOf(
  { lang, path, fields }: StoryEntry,
  { languages, linkedBy }: Pick<ResolvedSite, "languages" | "linkedBy">,
): string {
  if (spacesOf(languages).length === 1) return "";
  if (path === languageOf(languages, lang).home) return HOME;
  const value = linkedBy === undefined ? undefined : fieldAt(fields, linkedBy);
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? "" : `=${text}`;
}

/** A slug for comparison with folders, without the language's root folder if each language has one. */
export function folderSlug(slug: string, rules: FolderRules): string {
  const language = rules.translation === "folders" ? folderLanguage(slug, rules) : undefined;
  return language ? withoutFolder(slug, language) : slug;
}

/** Levels of a story's page below its language's home page; 0 for the home page. */
export function pageDepth({ path, lang }: StoryEntry, { languages }: FolderRules): number {
  return path.slice(languageOf(languages, lang).home.length).split("/").length - 1;
}

/** The query for the stories of a listing's pages, all or those of a category. The featured story is above the list. */
export function listingQuery({ type, startsWith, featured }: ListingSettings, category: string): LatestQuery {
  const query: LatestQuery = { type, startsWith };
  if (category !== "") return { ...query, category };
  return featured === "" ? query : { ...query, except: [featured] };
}

/** Number of pages of a list; an empty one has a page too. */
export function pageCount(posts: number, perPage: number): number {
  return Math.max(1, Math.ceil(posts / perPage));
}

/** Path of a listing route: `/insights/` -> `/insights/categories/team/page/2/`. */
export function listingPath(storyPath: string, route: ListingRoute): string {
  const category = route.category === "" ? "" : `categories/${route.category}/`;
  return storyPath + category + (route.page > 1 ? `page/${route.page}/` : "");
}
