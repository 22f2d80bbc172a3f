import type { ListingRoute } from "../../site/api/payload.ts";
import type { BlockReader } from "../../site/api/reader.ts";
import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";

/** State while a page is resolved. */
export interface ResolveContext {
  catalogue: BlockCatalogue;
  reader: BlockReader;
  pageTypes: ResolvedSite["pageTypes"];
  crops: ResolvedSite["crops"];
  /** The page's listing route, until its block has taken it. */
  listing: ListingRoute | null;
  /** True for another story's blocks. They get no editor marks, since a click would open the wrong story. */
  isOther?: boolean;
  /** Names of the blocks resolved so far: the scripts the page needs. */
  used: Set<string>;
  /** Ids of headings and anchors, so that each is unique on the page, with the last number that was added to each. */
  ids: Map<string, number>;
}

/** Before anything of a page is resolved; without a listing. */
export function nothingResolved(): Pick<ResolveContext, "used" | "ids"> & { listing: null } {
  const ofDocument = ["app", "main", "payload"].map((id) => [id, 1] as const);
  return { listing: null, used: new Set(), ids: new Map(ofDocument) };
}

/** What gives the stories of a component pages, for the hint of a problem. */
export function makePageType(component: string): string {
  return `add ${JSON.stringify(component)}: {} to "pageTypes" in the site definition`;
}
