import { compareText } from "../content/rules/compare-text.ts";
import { encodeSitePath } from "../content/rules/encode.ts";
import { serviceTime } from "./service-time.ts";
import { element, escapeXml } from "./xml.ts";

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

export interface FeedOptions {
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
  entries: Iterable<FeedEntry>;
  limit?: number;
}

/**
 * RSS 2.0 with the newest entries. The feed's date is the newest entry's, not the current time. Null without an origin,
 * since URLs in a feed must be absolute.
 */
export function renderFeed(options: FeedOptions): string | null {
  const { origin, base, limit = 20 } = options;
  if (origin === "") return null;
  const address = (path: string): string => origin + base + encodeSitePath(path.replace(/^\//, ""));
  const entries = [...options.entries]
    .sort((a, b) => serviceTime(b.published) - serviceTime(a.published) || compareText(a.path, b.path))
    .slice(0, limit);
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
