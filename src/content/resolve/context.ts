import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { BlockCatalogue } from "../catalogue.ts";
import type { ListingRoute } from "../payload.ts";
import type { ContentReader } from "../reader.ts";

/** What resolving one page carries along. */
export interface ResolveContext {
  catalogue: BlockCatalogue;
  reader: ContentReader;
  pageTypes: ResolvedSite["pageTypes"];
  crops: ResolvedSite["crops"];
  /** The listing route that the page shows, until the block it belongs to has taken it. */
  listing: ListingRoute | null;
  /** Names of the blocks found so far: the chunks the page needs. */
  used: Set<string>;
  /** Heading ids given so far, so that each is unique on the page. */
  ids: Set<string>;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** Empty content is ordinary: the service omits fields, or answers "", null or []. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
