import type { StoryEntry } from "./model.ts";
import type { Block, Crumb, ImageData, ListingRoute } from "./payload.ts";
import type { ContentReader } from "./reader.ts";
import type { SiteSettings } from "./site-settings.ts";

/** What a page's head is made from. */
export interface HeadInput {
  entry: StoryEntry;
  listing: ListingRoute | null;
  /** Pages the listing has in this category; 1 on ordinary pages. */
  pages: number;
  /** Path of this very page (listing part included) in the other language, or null. */
  otherPath: string | null;
  settings: SiteSettings;
  reader: ContentReader;
  page: Block;
  /** The home page's picture for shared links, for pages that have none. */
  homeImage: ImageData | null;
  crumbs: Crumb[];
}
