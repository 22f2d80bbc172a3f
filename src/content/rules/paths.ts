import { type Language, type Languages, languageOf } from "../../site/languages.ts";
import { escapePercent } from "./encode.ts";

/**
 * Trailing-slash rule for internal paths (specification §5): a double slash at the end loses one,
 * a last segment without a slash gets one. `team` -> `team/`, `team//` -> `team/`, `team/` stays.
 */
export function withTrailingSlash(path: string): string {
  if (path.endsWith("//")) return path.slice(0, -1);
  return path === "" || path.endsWith("/") ? path : `${path}/`;
}

/**
 * Site path of a slug without its language: `team` -> `/de/team/`; the home story's slug -> the language's home.
 * Where languages have domains of their own, a site path begins with the folder of the domain.
 */
export function pathOfSlug(slug: string, language: Pick<Language, "home">, homeSlug: string): string {
  const bare = slug.replace(/^\/+/, "");
  if (bare === "" || bare === homeSlug || bare === `${homeSlug}/`) return language.home;
  return language.home + withTrailingSlash(bare);
}

/** The language whose home a site path is or is below, the longest one; `/dense/` is not below `/de/`. */
export function languageOfPath(path: string, languages: Languages): Language {
  let found: Language | undefined;
  for (const language of languages) {
    const below = path.startsWith(language.home) || `${path}/` === language.home;
    if (below && (!found || language.home.length > found.home.length)) found = language;
  }
  return found ?? languages[0];
}

/** A site path as visitors see it: without the folder of its domain. */
export function publicPath(path: string, { folder }: Pick<Language, "folder">): string {
  return folder !== "" && path.startsWith(`/${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** The language of a public path on the domain where the language `from` lives: its code. */
export function languageHere(path: string, languages: Languages, from: string): string {
  const { folder } = languageOf(languages, from);
  return languageOfPath(folder === "" ? path : `/${folder}${path}`, languages).code;
}

/** Puts the base path (slashes at both ends) before a public path. */
export function withBase(base: string, path: string): string {
  return base + path.replace(/^\/+/, "");
}

/** Where the site lives: enough to make an address of a site path. */
export interface SiteAddress {
  /** Absolute origin without a trailing slash, or "". */
  origin: string;
  /** Base path with slashes at both ends. */
  base: string;
  languages: Languages;
}

/** Address of a decoded site path for pages of one language: absolute only where it is on another domain. */
export function hrefOf(site: SiteAddress, path: string, from: string): string {
  return placedHref(site, escapePercent(path), from);
}

/** The same for a site path that is an address already: with its escapes, a query and an anchor. */
export function placedHref(site: SiteAddress, address: string, from: string): string {
  const language = languageOfPath(address, site.languages);
  const isHere = language.folder === languageOf(site.languages, from).folder;
  return isHere ? withBase(site.base, publicPath(address, language)) : placed(site, address);
}

/** Absolute URL of a decoded site path; without a configured origin the path with its base. */
export function absolute(site: SiteAddress, path: string): string {
  return placed(site, escapePercent(path));
}

function placed(site: SiteAddress, address: string): string {
  const language = languageOfPath(address, site.languages);
  return (language.origin || site.origin) + withBase(site.base, publicPath(address, language));
}
