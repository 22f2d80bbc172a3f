import { originOf } from "../content/rules/absolute.ts";
import type { SiteSettings } from "../content/site-settings.ts";
import type { Language } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/** Paths of a route's files below the output folder: `/de/team/` -> `de/team/index.html`. */
export function pageFile(path: string): string {
  return `${path.slice(1)}index.html`;
}

/** The file of a language's words. It is not below `_assets/`, where names never get other content. */
export function wordsFile(home: string): string {
  return `${home.slice(1)}_words.json`;
}

export function payloadFile(path: string): string {
  return `${path.slice(1)}_payload.json`;
}

interface Feed {
  /** Page type of the listed stories. */
  type: string;
  /** Site path of the file. */
  path: string;
  title: string;
}

/** A language's feeds; none without an origin, since their URLs must be absolute. */
export function feedsOfLanguage(language: Language, definition: ResolvedSite, settings: SiteSettings): Feed[] {
  if (originOf(settings, language.code) === "") return [];
  return Object.entries(definition.pageTypes).flatMap(([type, { feed }]) =>
    feed ? [{ type, path: language.home + feed.path, title: feed.title[language.code] ?? type }] : [],
  );
}
