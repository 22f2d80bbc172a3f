import { languageOf } from "../../site/languages.ts";
import type { SiteAddress } from "./paths.ts";

/** Absolute form of an address on pages of a language: one that already carries the base. */
export function absoluteUrl(site: SiteAddress, href: string, lang: string): string {
  return href.startsWith("/") ? originOf(site, lang) + href : href;
}

/** Origin of a language's pages, or "" where none is configured. */
export function originOf(site: SiteAddress, lang: string): string {
  return languageOf(site.languages, lang).origin || site.origin;
}
