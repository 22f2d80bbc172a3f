import type { ByLanguage } from "../site/by-language.ts";
import type { StoryEntry } from "./model.ts";
import type { Block, Crumb, ImageData, ListingRoute } from "./payload.ts";
import type { ContentReader } from "./reader.ts";
import type { SiteSettings } from "./site-settings.ts";

/** A page and the site's settings, as head and structured data read them. */
export interface PageInput {
  entry: StoryEntry;
  listing: ListingRoute | null;
  /** Page type that the listing lists, "" on ordinary pages. */
  listed: string;
  /** Pages the listing has in this category; 1 on ordinary pages. */
  pages: number;
  /** Site paths of this very page (listing part included) in the other languages that have it. */
  twins: Readonly<ByLanguage<string>>;
  settings: SiteSettings;
  /** Words of the interface in the page's language. */
  words: Readonly<Record<string, string>>;
  reader: ContentReader;
  page: Block;
  /** The home page's picture for shared links, for pages that have none. */
  homeImage: ImageData | null;
  crumbs: Crumb[];
}
