import type { Lang, StoryEntry } from "../../content/model.ts";
import { languageOfPath } from "../../content/rules/paths.ts";
import type { Route, Site } from "../../content/site.ts";

export interface RouteQuery {
  /** Site path with slashes at both ends. */
  path: string;
  storyId: number | null;
  /** `_storyblok_lang`. */
  language: string;
  /** Id of the global story, which has no page of its own. */
  globalId: number | null;
}

/**
 * The page that the editor means. The path decides where it is a page's own, since links inside the frame keep the
 * query. Otherwise it is the editor's own spelling (`/home/`, `/de/company/team/` for a translated slug, a story
 * whose slug is new): then the story's id decides, and after it the slug.
 */
export function findRoute(site: Site, query: RouteQuery): Route | null {
  const { path, storyId } = query;
  const exact = site.routes.find((route) => route.path === path);
  if (exact) return exact;
  const langs = languages(query);
  if (storyId !== null && storyId === query.globalId) return routeAt(site, langs[0] === "de" ? "/de/" : "/");
  const byId = storyId === null ? undefined : firstEntry(site, langs, (entry) => entry.id === storyId);
  const slug = path.replace(/^\/(de\/)?/, "").replace(/\/$/, "");
  const entry = byId ?? firstEntry(site, langs.slice(0, 1), (one) => one.slug.replace(/\/$/, "") === slug);
  return entry ? routeAt(site, entry.path) : null;
}

/** German below /de/ or where the editor says so; the other one for stories that exist in it alone. */
function languages({ path, language }: RouteQuery): Lang[] {
  return languageOfPath(path) === "de" || language === "de" ? ["de", "en"] : ["en", "de"];
}

function firstEntry(site: Site, langs: readonly Lang[], fits: (entry: StoryEntry) => boolean): StoryEntry | undefined {
  for (const lang of langs) for (const entry of site.entries[lang].values()) if (fits(entry)) return entry;
  return undefined;
}

function routeAt(site: Site, path: string): Route | null {
  return site.routes.find((route) => route.path === path) ?? null;
}
