import { fieldAt } from "../content/head-text.ts";
import type { Lang, StoryEntry } from "../content/model.ts";
import { dateOf, typedDate } from "../content/order.ts";
import { isRecord, stringOf } from "../content/resolve/context.ts";
import { originOf } from "../content/rules/absolute.ts";
import { isoDay } from "../content/rules/dates.ts";
import { publicPath } from "../content/rules/paths.ts";
import type { StoryLists } from "../content/story-lists.ts";
import { type FeedEntry, renderFeed } from "../render/feed.ts";
import type { TextFile } from "../render/sitemap.ts";
import { forLanguage } from "../site/by-language.ts";
import { type Language, languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { feedsOfLanguage } from "./language-feeds.ts";
import type { RenderContext } from "./render-context.ts";

const MAX_ENTRIES = 20;

/** The stories of one feed. */
export interface FeedStories {
  lang: Lang;
  type: string;
  stories: readonly StoryEntry[];
}

/** The newest stories of a type but those that search engines may not index. */
export function storiesInFeed(
  lists: Pick<StoryLists, "latest">,
  type: string,
  { pageTypes }: Pick<ResolvedSite, "pageTypes">,
): StoryEntry[] {
  const noindex = pageTypes[type]?.head.noindex ?? "";
  const found: StoryEntry[] = [];
  for (let offset = 0; ; offset += MAX_ENTRIES) {
    const some = lists.latest({ type, offset, limit: MAX_ENTRIES });
    found.push(...some.filter(({ fields }) => fieldAt(fields, noindex) !== true));
    if (found.length >= MAX_ENTRIES || some.length < MAX_ENTRIES) return found.slice(0, MAX_ENTRIES);
  }
}

/** The files of these feeds. */
export function feedFiles(context: RenderContext, feeds: readonly FeedStories[]): TextFile[] {
  return feeds.flatMap(({ lang, type, stories }) => {
    const { definition, settings } = context;
    const language = languageOf(definition.languages, lang);
    const feed = feedsOfLanguage(language, definition, settings).find((one) => one.type === type);
    if (!feed) return [];
    const text = renderFeed({
      locale: language.locale,
      title: [settings.companyName, feed.title].filter(Boolean).join(" – "),
      description: forLanguage(context.shared, lang).words.feed_description || feed.title,
      origin: originOf(settings, lang),
      base: settings.base,
      homePath: publicPath(language.home, language),
      file: publicPath(feed.path, language).slice(1),
      entries: entriesOf(stories, language, context),
    });
    return text === null ? [] : [{ path: feed.path.slice(1), text }];
  });
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
