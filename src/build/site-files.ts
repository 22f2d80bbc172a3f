import type { Lang, StoryEntry } from "../content/model.ts";
import { dayOf } from "../content/order.ts";
import { absolute } from "../content/rules/absolute.ts";
import { isoDay } from "../content/rules/dates.ts";
import { label } from "../content/rules/labels.ts";
import type { Route } from "../content/site.ts";
import { renderFeed } from "../render/feed.ts";
import { renderRobots } from "../render/robots.ts";
import { renderSitemap, type SitemapEntry, type TextFile } from "../render/sitemap.ts";
import type { World } from "./world.ts";

const FEED_TITLE: Record<Lang, string> = { en: "Insights", de: "Wissen" };

/** The files that crawlers and feed readers look for. */
export function siteFiles(world: World): TextFile[] {
  const { origin, base } = world.settings;
  return [
    ...renderSitemap({ entries: sitemapEntries(world), origin, base }),
    { path: "robots.txt", text: renderRobots({ origin, base }) },
    ...feeds(world),
  ];
}

function* sitemapEntries(world: World): Iterable<SitemapEntry> {
  for (const route of world.site.routes) {
    const entry = world.site.entries[route.lang].get(route.uuid);
    if (!entry || entry.fields.noindex === true) continue;
    yield { path: route.path, lastmod: entry.publishedAt ?? "", alternates: alternates(route, entry, world) };
  }
}

/** Reciprocal by construction: both languages' entries hold the other's path. */
function alternates(route: Route, entry: StoryEntry, { site, settings }: World): SitemapEntry["alternates"] {
  if (!entry.otherPath) return [];
  const otherPath = entry.otherPath + route.path.slice(entry.path.length);
  if (!site.paths.has(otherPath)) return [];
  const [en, de] = route.lang === "en" ? [route.path, otherPath] : [otherPath, route.path];
  return [
    { hreflang: "en", href: absolute(settings, en) },
    { hreflang: "de", href: absolute(settings, de) },
    { hreflang: "x-default", href: absolute(settings, en) },
  ];
}

function feeds(world: World): TextFile[] {
  return (["en", "de"] as const).flatMap((lang) => {
    const file = lang === "de" ? "de/feed.xml" : "feed.xml";
    const { origin, base, companyName } = world.settings;
    const text = renderFeed({
      lang,
      title: [companyName, FEED_TITLE[lang]].filter(Boolean).join(" – "),
      description: label(world.shared[lang].labels, "feed_description") || FEED_TITLE[lang],
      origin,
      base,
      homePath: lang === "de" ? "/de/" : "/",
      file,
      entries: feedEntries(lang, world),
    });
    return text === null ? [] : [{ path: file, text }];
  });
}

function feedEntries(lang: Lang, world: World) {
  const { sources, site } = world;
  const posts = (site.byType[lang].get("Insights") ?? []).filter((post) => post.fields.noindex !== true);
  return posts.slice(0, 20).map((post) => {
    const card = sources.cardOf(post);
    return {
      path: post.path,
      title: card.title,
      summary: card.text,
      author: card.author,
      category: card.category?.label ?? "",
      published: typeof post.fields.date === "string" && isoDay(post.fields.date) ? post.fields.date : dayOf(post),
    };
  });
}
