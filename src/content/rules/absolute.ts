import { withBase } from "./paths.ts";

/** Where the site lives: enough to make an address absolute. */
export interface SiteAddress {
  /** Absolute origin without a trailing slash, or "". */
  origin: string;
  /** Base path with slashes at both ends. */
  base: string;
}

/** Absolute URL of a site path; without a configured origin the path with its base. */
export function absolute(site: SiteAddress, path: string): string {
  return site.origin + withBase(site.base, path);
}

/** Absolute form of an address that already carries the base. */
export function absoluteUrl(site: SiteAddress, href: string): string {
  return href.startsWith("/") ? site.origin + href : href;
}
