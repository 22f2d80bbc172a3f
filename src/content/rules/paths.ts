import type { ByLanguage } from "../../site/by-language.ts";
import { type Language, type Languages, languageOf } from "../../site/languages.ts";
import { escapePercent } from "./encode.ts";

/**
 * Trailing-slash rule for internal paths (specification §5): a double slash at the end becomes one, and a missing one
 * is added. `team` -> `team/`, `team//` -> `team/`, `team/` is unchanged.
 */
export function withTrailingSlash(path: string): string {
  if (path.endsWith("//")) return path.slice(0, -1);
  return path === "" || path.endsWith("/") ? path : `${path}/`;
}

/** `/de/team/` -> `de/team` */
export function withoutOuterSlashes(path: string): string {
  return path.replace(/^\/|\/$/g, "");
}

/**
 * Site path for a slug without its language: `team` -> `/de/team/`; the home story's slug -> the language's home. If
 * languages have their own domains, a site path begins with the domain's folder.
 */
export function pathOfSlug(slug: string, language: Pick<Language, "home">, homeSlug: string): string {
  const bare = slug.replace(/^\/+/, "");
  if (bare === "" || isHomeSlug(bare, homeSlug)) return language.home;
  return language.home + withTrailingSlash(bare);
}

/** Whether a slug without its language is that of the home story, which may be its folder's start page. */
export function isHomeSlug(slug: string, homeSlug: string): boolean {
  return slug === homeSlug || slug === `${homeSlug}/`;
}

/** The language whose home the path is at or below; the longest match wins. `/dense/` is not below `/de/`. */
export function languageOfPath(path: string, languages: Languages): Language {
  let found: Language | undefined;
  for (const language of languages) {
    const below = path.startsWith(language.home) || `${path}/` === language.home;
    if (below && (!found || language.home.length > found.home.length)) found = language;
  }
  return found ?? languages[0];
}

/** A site path as visitors see it, without its domain's folder. */
export function publicPath(path: string, { folder }: Pick<Language, "folder">): string {
  return folder !== "" && path.startsWith(`/${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** Code of the language of a public path on the domain of the language `from`. */
export function languageHere(path: string, languages: Languages, from: string): string {
  const { folder } = languageOf(languages, from);
  return languageOfPath(folder === "" ? path : `/${folder}${path}`, languages).code;
}

/** Prepends the base path (slashes at both ends) to a public path. */
export function withBase(base: string, path: string): string {
  return base + path.replace(/^\/+/, "");
}

/** The site's origin, base path and languages: what is needed to turn a site path into a URL. */
export interface SiteAddress {
  /** Absolute origin without a trailing slash, or "". */
  origin: string;
  /** Base path with slashes at both ends. */
  base: string;
  languages: Languages;
}

/** URL of a decoded site path for pages of one language; absolute only if it is on another domain. */
export function hrefOf(site: SiteAddress, path: string, from: string): string {
  return hrefOfEncoded(site, escapePercent(path), from);
}

/** `hrefOf` for a site path that is already encoded, with query and anchor. */
export function hrefOfEncoded(site: SiteAddress, address: string, from: string): string {
  const language = languageOfPath(address, site.languages);
  const isHere = language.folder === languageOf(site.languages, from).folder;
  return isHere ? withBase(site.base, publicPath(address, language)) : absoluteEncoded(site, address);
}

/** Absolute URL of a decoded site path; without a configured origin only path and base. */
export function absoluteHref(site: SiteAddress, path: string): string {
  return absoluteEncoded(site, escapePercent(path));
}

function absoluteEncoded(site: SiteAddress, address: string): string {
  const language = languageOfPath(address, site.languages);
  return (language.origin || site.origin) + withBase(site.base, publicPath(address, language));
}

/** Absolute form of a URL on pages of a language; the URL already includes the base path. */
export function absoluteUrl(site: SiteAddress, href: string, lang: string): string {
  return href.startsWith("/") ? originOf(site, lang) + href : href;
}

/** Origin of a language's pages; "" if none is configured. */
export function originOf(site: SiteAddress, lang: string): string {
  return languageOf(site.languages, lang).origin || site.origin;
}

/** The page's URL in each other language; that language's home if there is no translation. */
export function switchHrefs(site: SiteAddress, lang: string, paths: Readonly<ByLanguage<string>>): ByLanguage<string> {
  const { languages } = site;
  if (languages.length === 1) return {};
  return Object.fromEntries(languages.map(({ code, home }) => [code, hrefOf(site, paths[code] ?? home, lang)]));
}
