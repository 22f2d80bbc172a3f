/** The newest stories of each page type that has a feed, in every language. */
import { isUnindexed } from "../../content/listing.ts";
import type { Lang, StoryEntry } from "../../content/model.ts";
import { dateOf, typedDate } from "../../content/order.ts";
import { isRecord, stringOf } from "../../content/resolve/context.ts";
import { originOf } from "../../content/rules/absolute.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { isoDay } from "../../content/rules/dates.ts";
import { encodeSitePath } from "../../content/rules/encode.ts";
import { publicPath } from "../../content/rules/paths.ts";
import type { StoryLists } from "../../content/story-lists.ts";
import { element, escapeXml } from "../../render/escape.ts";
import { serviceTime } from "../../render/service-time.ts";
import { forLanguage } from "../../site/by-language.ts";
import { type Language, languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { feedsOfLanguage } from "../page-files.ts";
import type { RenderContext } from "../render-context.ts";
import { hasOtherWords, type Output, type OutputFile } from "./output.ts";

export const feeds: Output = {
  name: "feed",
  keys: ({ context: { definition, settings } }) =>
    definition.languages.flatMap((language) =>
      feedsOfLanguage(language, definition, settings).map(({ type }) => `${language.code} ${type}`),
    ),
  isMoved(key, _, moved) {
    const { entries, assets } = moved;
    const [lang, type] = parted(key);
    const isListed = (entry: StoryEntry | undefined) => entry?.lang === lang && entry.component === type;
    return assets || hasOtherWords(lang, moved) || entries.some(({ before, now }) => isListed(before) || isListed(now));
  },
  make(key, { context }) {
    const file = feedFile(...parted(key), context);
    return { files: file === null ? [] : [file] };
  },
};

function parted(key: string): [lang: string, type: string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

const MAX_ENTRIES = 20;

/** The newest stories of a type but those that search engines may not index. */
function storiesOf(lists: Pick<StoryLists, "latest">, type: string, { pageTypes }: ResolvedSite): StoryEntry[] {
  const found: StoryEntry[] = [];
  for (let offset = 0; ; offset += MAX_ENTRIES) {
    const some = lists.latest({ type, offset, limit: MAX_ENTRIES });
    found.push(...some.filter((entry) => !isUnindexed(entry, pageTypes)));
    if (found.length >= MAX_ENTRIES || some.length < MAX_ENTRIES) return found.slice(0, MAX_ENTRIES);
  }
}

/** Null for a feed without entries. */
function feedFile(lang: Lang, type: string, context: RenderContext): OutputFile | null {
  const { definition, settings, site } = context;
  const language = languageOf(definition.languages, lang);
  const feed = feedsOfLanguage(language, definition, settings).find((one) => one.type === type);
  if (!feed) return null;
  const content = renderFeed({
    locale: language.locale,
    title: [settings.companyName, feed.title].filter(Boolean).join(" – "),
    description: forLanguage(context.shared, lang).words.feed_description || feed.title,
    origin: originOf(settings, lang),
    base: settings.base,
    homePath: publicPath(language.home, language),
    file: publicPath(feed.path, language).slice(1),
    entries: entriesOf(storiesOf(forLanguage(site.lists, lang), type, definition), language, context),
  });
  return content === null ? null : { path: feed.path.slice(1), content };
}

/** Feed entries: title, text, author and category as on the story's card. */
function entriesOf(
  stories: readonly StoryEntry[],
  language: Language,
  { sources, definition }: RenderContext,
): FeedEntry[] {
  return stories.map((story) => {
    const card: unknown = sources.cardOf(story);
    const { title, text, author, category } = isRecord(card) ? card : {};
    return {
      path: publicPath(story.path, language),
      title: stringOf(title) || story.name,
      summary: stringOf(text),
      author: stringOf(author),
      category: isRecord(category) ? stringOf(category.label) : stringOf(category),
      published: publishedOf(story, definition),
    };
  });
}

function publishedOf(story: StoryEntry, { pageTypes }: ResolvedSite): string {
  const typed = typedDate(story, pageTypes);
  return isoDay(typed) ? typed : dateOf(story, pageTypes);
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
