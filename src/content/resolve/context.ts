import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { BlockCatalogue } from "../catalogue.ts";
import type { ListingRoute } from "../payload.ts";
import type { BlockReader } from "../reader.ts";

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
  /** Heading ids in use, so that each is unique on the page, with the last number that was added to each. */
  ids: Map<string, number>;
}

/** Before anything of a page is resolved; without a listing. */
export function nothingResolved(): Pick<ResolveContext, "used" | "ids"> & { listing: null } {
  return { listing: null, used: new Set(), ids: new Map() };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list; anything else is an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text or number as text; anything else is "". */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A whole number, also one that is stored as text; 0 for anything else, such as an object, at which Number() may throw. */
export function wholeNumberOf(value: unknown): number {
  return Math.trunc(Number(stringOf(value))) || 0;
}

/** URL of an asset field: an object with `filename`, or a plain string for legacy field types. */
export function filenameOf(raw: unknown): string {
  return isRecord(raw) ? stringOf(raw.filename) : stringOf(raw);
}

/** True for the service's forms of empty content: a missing field, "", null or []. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Of a story that was chosen; the editor sends some in full. */
export function uuidOf(raw: unknown): string {
  return stringOf(isRecord(raw) ? raw.uuid : raw);
}

/** What gives the stories of a component pages, for the hint of a problem. */
export function makePageType(component: string): string {
  return `add ${JSON.stringify(component)}: {} to "pageTypes" in the site definition`;
}
