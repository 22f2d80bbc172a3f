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
  { languages, folder }: Domain,
  routes: Iterable<Route> = context.site.routes,
): Iterable<SitemapEntry> {
  const codes = new Set(languages.map(({ code }) => code));
  for (const route of routes) {
    if (!codes.has(route.lang)) continue;
    const entry = forLanguage(context.site.entries, route.lang).get(route.uuid);
    if (!entry || entry.fields[context.definition.pageTypes[entry.component]?.head.noindex ?? ""] === true) continue;
    yield {
      path: publicPath(route.path, { folder }),
      lastmod: entry.publishedAt ?? "",
      alternates: alternates(route, entry, context),
    };
  }
}

/** Alternates are reciprocal: every language's entry lists the paths of all others. */
function alternates(route: Route, entry: StoryEntry, { site, settings }: RenderContext): SitemapEntry["alternates"] {
  const tail = route.path.slice(entry.path.length);
  const twins = Object.entries(entry.twins).map(([lang, path]) => [lang, path + tail] as const);
  const live = twins.filter(([, path]) => site.paths.has(path));
  return languageVersions(settings, { ...Object.fromEntries(live), [route.lang]: route.path });
}
