/** The newest stories of each page type that has a feed, in every language. */

import { encodeSitePath } from "../content/rules/encode.ts";
import { originOf, publicPath } from "../content/rules/paths.ts";
import { element, escapeXml } from "../render/escape.ts";
import { serviceTime } from "../render/service-time.ts";
import type { SiteSettings } from "../site/api/site-settings.ts";
import { isRecord, stringOf } from "../site/blocks/field-values.ts";
import { type Language, languageOf } from "../site/languages.ts";
import { defineOutput, type SiteReader } from "../site/outputs.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { compareText } from "../util/compare-text.ts";

type FeedSite = Pick<ResolvedSite, "languages" | "pageTypes">;

export function feeds(settings: SiteSettings, definition: FeedSite) {
  return defineOutput({
    name: "feed",
    keys: () =>
      definition.languages.flatMap((language) =>
        feedsOfLanguage(language, definition, settings).map(({ type }) => `${language.code} ${type}`),
      ),
    make(key, reader) {
      const space = key.indexOf(" ");
      const [lang, type] = [key.slice(0, space), key.slice(space + 1)];
      const language = languageOf(definition.languages, lang);
      const feed = feedsOfLanguage(language, definition, settings).find((one) => one.type === type);
      if (!feed) return null;
      const own = reader.in(lang);
      const body = renderFeed({
        locale: language.locale,
        title: [settings.companyName, feed.title].filter(Boolean).join(" – "),
        description: own.word("feed_description") || feed.title,
        origin: originOf(settings, lang),
        base: settings.base,
        homePath: publicPath(language.home, language),
        file: publicPath(feed.path, language).slice(1),
        entries: entriesOf(type, language, own),
      });
      return { path: feed.path, body, lang };
    },
  });
}

/** A language's feeds, by page type, with their site paths; none without an origin, since their URLs must be absolute. */
export function feedsOfLanguage(
  language: Language,
  { pageTypes }: Pick<ResolvedSite, "pageTypes">,
  settings: SiteSettings,
) {
  if (originOf(settings, language.code) === "") return [];
  return Object.entries(pageTypes).flatMap(([type, { feed }]) =>
    feed ? [{ type, path: language.home + feed.path, title: feed.title[language.code] ?? type }] : [],
  );
}

const MAX_ENTRIES = 20;

/** The newest stories of a type but those that search engines may not index, as on their cards. */
function entriesOf(type: string, language: Language, reader: SiteReader): FeedEntry[] {
  const found: FeedEntry[] = [];
  for (let offset = 0; ; offset += MAX_ENTRIES) {
    const query = { type, offset, limit: MAX_ENTRIES };
    const pages = reader.pages(query);
    const cards: readonly unknown[] = reader.latest(query);
    for (const [place, { path, name }] of pages.entries()) {
      const [page] = reader.routes({ path });
      if (!page?.indexed) continue;
      const card = cards[place];
      const { title, text, author, category } = isRecord(card) ? card : {};
      found.push({
        path: publicPath(path, language),
        title: stringOf(title) || name,
        summary: stringOf(text),
        author: stringOf(author),
        category: isRecord(category) ? stringOf(category.label) : stringOf(category),
        published: page.published,
      });
    }
    if (found.length >= MAX_ENTRIES || pages.length < MAX_ENTRIES) return found.slice(0, MAX_ENTRIES);
  }
}

export interface FeedEntry {
  /** Site path without the base path. */
  path: string;
  title: string;
  summary: string;
  author: string;
  /** Displayed name of the category, or "". */
  category: string;
  /** ISO 8601 or the service's date format. Entries without a date are last. */
  published: string;
}

interface FeedOptions {
  /** BCP 47. */
  locale: string;
  title: string;
  description: string;
  origin: string;
  base: string;
  /** Path of the page that lists the posts, with slashes at both ends. */
  homePath: string;
  /** Path of the feed below the output folder: `feed.xml` or `de/feed.xml`. */
  file: string;
  entries: readonly FeedEntry[];
}

/** RSS 2.0, newest first. The feed's date is the newest entry's, not the current time. */
export function renderFeed(options: FeedOptions): string {
  const { origin, base } = options;
  const address = (path: string): string => origin + base + encodeSitePath(path.replace(/^\//, ""));
  const entries = [...options.entries].sort(
    (a, b) => serviceTime(b.published) - serviceTime(a.published) || compareText(a.path, b.path),
  );
  const newest = entries[0] ? rfc822(entries[0].published) : "";
  const self = `<atom:link href="${escapeXml(address(options.file))}" rel="self" type="application/rss+xml"/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    element("title", options.title),
    element("link", address(options.homePath)),
    element("description", options.description),
    element("language", options.locale),
    self,
    ...(newest ? [element("lastBuildDate", newest)] : []),
    ...entries.map((entry) => item(entry, address)),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

function item(entry: FeedEntry, address: (path: string) => string): string {
  const url = address(entry.path);
  const date = rfc822(entry.published);
  return [
    "<item>",
    element("title", entry.title),
    element("link", url),
    `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
    element("description", entry.summary),
    ...(entry.author ? [element("dc:creator", entry.author)] : []),
    ...(entry.category ? [element("category", entry.category)] : []),
    ...(date ? [element("pubDate", date)] : []),
    "</item>",
  ].join("");
}

/** RFC 822 date for RSS, such as `Tue, 04 Mar 2025 09:00:00 GMT`; "" if it is not a date. */
function rfc822(date: string): string {
  const time = serviceTime(date);
  return time === 0 ? "" : new Date(time).toUTCString();
}
