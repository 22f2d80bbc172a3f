import { languageOf } from "../../site/languages.ts";
import type { SiteAddress } from "./paths.ts";

/** Absolute form of a URL on pages of a language; the URL already includes the base path. */
export function absoluteUrl(site: SiteAddress, href: string, lang: string): string {
  return href.startsWith("/") ? originOf(site, lang) + href : href;
}

/** Origin of a language's pages; "" if none is configured. */
export function originOf(site: SiteAddress, lang: string): string {
  return languageOf(site.languages, lang).origin || site.origin;
}
