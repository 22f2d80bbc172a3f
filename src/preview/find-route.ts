import type { Lang, StoryEntry } from "../content/model.ts";
import { withoutFolder } from "../content/rules/languages.ts";
import { languageOfPath } from "../content/rules/paths.ts";
import type { Route, Site } from "../content/site.ts";
import { forLanguage } from "../site/by-language.ts";
import type { Language, Languages } from "../site/languages.ts";

export interface RouteQuery {
  /** Site path with slashes at both ends. */
  path: string;
  storyId: number | null;
  language: string;
  /** The languages of the space whose editor asks: ids are those of its stories. */
  own: Languages;
  /** Id of the global story, which has no page. */
  globalId: number | null;
}

/**
 * Finds the page to preview. If the path is a page's own, it decides, since links in the frame keep the query.
 * Otherwise it is the editor's form of a URL (`/home/`, `/de/company/team/` for a translated slug, a story with a new
 * slug): then the story's id decides, or else the slug.
 */
export function findRoute(site: Site, query: RouteQuery, languages: Languages): Route | null {
  const { path, storyId } = query;
  const exact = site.routes.find((route) => route.path === path);
  if (exact) return exact;
  const meant = languageMeant(query, languages);
  if (storyId !== null && storyId === query.globalId) return routeAt(site, meant.home);
  const codes = query.own.map(({ code }) => code);
  const langs = codes.includes(meant.code) ? [meant.code, ...codes.filter((code) => code !== meant.code)] : codes;
  const byId = storyId === null ? undefined : firstEntry(site, langs, (entry) => entry.id === storyId);
  const slug = path.slice(path.startsWith(meant.home) ? meant.home.length : 1).replace(/\/$/, "");
  const entry = byId ?? firstEntry(site, langs.slice(0, 1), (one) => bare(one, meant) === slug);
  return entry ? routeAt(site, entry.path) : null;
}

/** The language of the path, or the query's if the path's language has no prefix. */
function languageMeant({ path, language }: RouteQuery, languages: Languages): Language {
  const byPath = languageOfPath(path, languages);
  const named = languages.find(({ code }) => code === language);
  return byPath.prefix === "" && named ? named : byPath;
}

function bare({ slug }: StoryEntry, language: Language): string {
  return withoutFolder(slug, language).replace(/\/$/, "");
}

function firstEntry(site: Site, langs: readonly Lang[], fits: (entry: StoryEntry) => boolean): StoryEntry | undefined {
  for (const lang of langs) for (const entry of forLanguage(site.entries, lang).values()) if (fits(entry)) return entry;
  return undefined;
}

function routeAt(site: Site, path: string): Route | null {
  return site.routes.find((route) => route.path === path) ?? null;
}
