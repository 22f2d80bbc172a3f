import type { ByLanguage } from "../by-language.ts";
import type { StoryEntry } from "./model.ts";
import type { Block, Crumb, ImageData, ListingRoute } from "./payload.ts";
import type { ContentReader } from "./reader.ts";
import type { SiteSettings } from "./site-settings.ts";

/** A page and the site's settings, for head and structured data. */
export interface PageInput {
  entry: StoryEntry;
  listing: ListingRoute | null;
  /** Page type of the listing, "" on other pages. */
  listed: string;
  /** Number of pages of the listing in this category; 1 on other pages. */
  pages: number;
  /** Site paths of this page (including listing category and number) in the other languages that have it. */
  translations: Readonly<ByLanguage<string>>;
  settings: SiteSettings;
  words: Readonly<Record<string, string>>;
  reader: ContentReader;
  page: Block;
  /** The home page's image for shared links, used by pages without one. */
  homeImage: ImageData | null;
  crumbs: Crumb[];
}
