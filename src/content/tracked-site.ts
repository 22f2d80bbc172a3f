import type { Lang, StoryEntry } from "./model.ts";
import type { Route, Site } from "./site.ts";
import type { NoteFact } from "./tracking.ts";

/** What a payload asks of the site beside its reader; each answer is noted as a fact. */
export interface TrackedSite {
  /** The story of a route. */
  entry(route: Route): StoryEntry;
  /** The story whose own page lies at a path. */
  at(path: string): StoryEntry | undefined;
  isLive(path: string): boolean;
  /** The og_image field of the language's home page. */
  homeImage(lang: Lang): unknown;
  /** All blog posts of a language in listing order. */
  posts(lang: Lang): readonly StoryEntry[];
}

export function trackSite(site: Site, note: NoteFact): TrackedSite {
  return {
    entry(route) {
      note(`entry:${route.uuid}`);
      const entry = site.entries[route.lang].get(route.uuid);
      if (!entry) throw new Error(`No story for the route ${route.path}`);
      return entry;
    },
    at(path) {
      note(`path:${path}`);
      return site.byPath.get(path);
    },
    isLive(path) {
      note(`live:${path}`);
      return site.paths.has(path);
    },
    homeImage(lang) {
      note(`homeImage:${lang}`);
      return homeImage(site, lang);
    },
    posts(lang) {
      note(`posts:${lang}`);
      return site.byType[lang].get("Insights") ?? [];
    },
  };
}

export function homeImage({ byPath }: Pick<Site, "byPath">, lang: Lang): unknown {
  return byPath.get(lang === "de" ? "/de/" : "/")?.fields.og_image;
}
