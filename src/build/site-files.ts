import { languageVersions } from "../content/head.ts";
import type { StoryEntry } from "../content/model.ts";
import { publicPath } from "../content/rules/paths.ts";
import type { Route } from "../content/site.ts";
import { renderRobots } from "../render/robots.ts";
import { renderSitemap, type SitemapEntry, type TextFile } from "../render/sitemap.ts";
import { forLanguage } from "../site/by-language.ts";
import { type Domain, domainPath } from "../site/domains.ts";
import { feedFiles } from "./feeds.ts";
import type { RenderContext } from "./render-context.ts";

/** The files that crawlers and feed readers look for. */
export function siteFiles(context: RenderContext): TextFile[] {
  const { base, environment } = context.settings;
  const { robots: lines } = context.definition;
  const ofDomain = (domain: Domain): TextFile[] => {
    const { origin } = domain;
    const files = [
      ...(environment === "production"
        ? renderSitemap({ entries: sitemapEntries(context, domain), origin, base })
        : []),
      { path: "robots.txt", text: renderRobots({ origin, base, environment, lines }) },
    ];
    return files.map(({ path, text }) => ({ path: domainPath(domain, path), text }));
  };
  return [...context.domains.flatMap(ofDomain), ...feedFiles(context)];
}

/** Sitemap entries of a domain's routes, or of some of them. */
export function* sitemapEntries(
  context: RenderContext,
  domain: Domain,
  routes: Iterable<Route> = context.site.routes,
): Iterable<SitemapEntry> {
  const { folder } = domain;
  for (const { route, entry } of indexedRoutes(context, domain, routes)) {
    yield {
      path: publicPath(route.path, { folder }),
      lastmod: entry.publishedAt ?? "",
      alternates: alternates(route, entry, context),
    };
  }
}

/** Number of pages in a domain's sitemap. */
export function countIndexed(context: RenderContext, domain: Domain): number {
  let count = 0;
  for (const _ of indexedRoutes(context, domain, context.site.routes)) count += 1;
  return count;
}

/** The routes of a domain that search engines may index. */
function* indexedRoutes({ site, definition }: RenderContext, { languages }: Domain, routes: Iterable<Route>) {
  const codes = new Set(languages.map(({ code }) => code));
  for (const route of routes) {
    const entry = codes.has(route.lang) ? forLanguage(site.entries, route.lang).get(route.uuid) : undefined;
    if (entry && !isUnindexed(entry, definition)) yield { route, entry };
  }
}

/** Whether a story's field keeps it out of search engines and sitemap. */
export function isUnindexed({ component, fields }: StoryEntry, { pageTypes }: RenderContext["definition"]): boolean {
  return fields[pageTypes[component]?.head.noindex ?? ""] === true;
}

/** Alternates are reciprocal: every language's entry lists the paths of all others. */
function alternates(route: Route, entry: StoryEntry, { site, settings }: RenderContext): SitemapEntry["alternates"] {
  const tail = route.path.slice(entry.path.length);
  const twins = Object.entries(entry.twins).map(([lang, path]) => [lang, path + tail] as const);
  const live = twins.filter(([, path]) => site.paths.has(path));
  return languageVersions(settings, { ...Object.fromEntries(live), [route.lang]: route.path });
}
