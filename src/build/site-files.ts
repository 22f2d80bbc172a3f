import { languageVersions } from "../content/head.ts";
import type { StoryEntry } from "../content/model.ts";
import type { Route } from "../content/site.ts";
import { renderRobots } from "../render/robots.ts";
import { renderSitemap, type SitemapEntry, type TextFile } from "../render/sitemap.ts";
import { at } from "../site/by-language.ts";
import { feedFiles } from "./feeds.ts";
import type { World } from "./world.ts";

/** The files that crawlers and feed readers look for. */
export function siteFiles(world: World): TextFile[] {
  const { origin, base, environment } = world.settings;
  return [
    ...renderSitemap({ entries: sitemapEntries(world), origin, base }),
    { path: "robots.txt", text: renderRobots({ origin, base, environment, lines: world.definition.robots }) },
    ...feedFiles(world),
  ];
}

function* sitemapEntries(world: World): Iterable<SitemapEntry> {
  for (const route of world.site.routes) {
    const entry = at(world.site.entries, route.lang).get(route.uuid);
    if (!entry || entry.fields[world.definition.pageTypes[entry.component]?.head.noindex ?? ""] === true) continue;
    yield { path: route.path, lastmod: entry.publishedAt ?? "", alternates: alternates(route, entry, world) };
  }
}

/** Reciprocal by construction: every language's entry holds the paths of all others. */
function alternates(route: Route, entry: StoryEntry, { site, settings }: World): SitemapEntry["alternates"] {
  const tail = route.path.slice(entry.path.length);
  const twins = Object.entries(entry.twins).map(([lang, path]) => [lang, path + tail] as const);
  const live = twins.filter(([, path]) => site.paths.has(path));
  return languageVersions(settings, { ...Object.fromEntries(live), [route.lang]: route.path });
}
