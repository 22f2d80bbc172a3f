import type { StoryEntry } from "../content/model.ts";
import { dayOf, typedDate } from "../content/order.ts";
import { isRecord, stringOf } from "../content/resolve/context.ts";
import { originOf } from "../content/rules/absolute.ts";
import { isoDay } from "../content/rules/dates.ts";
import { publicPath } from "../content/rules/paths.ts";
import { type FeedEntry, renderFeed } from "../render/feed.ts";
import type { TextFile } from "../render/sitemap.ts";
import { at } from "../site/by-language.ts";
import type { Language } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { feedsOf } from "./feeds-of.ts";
import type { RenderContext } from "./render-context.ts";

const MOST = 20;

/** The newest stories of each page type that has a feed, in every language. */
export function feedFiles(context: RenderContext): TextFile[] {
  const { definition, settings } = context;
  return definition.languages.flatMap((language) =>
    feedsOf(language, definition, settings).flatMap((feed) => {
      const text = renderFeed({
        locale: language.locale,
        title: [settings.companyName, feed.title].filter(Boolean).join(" – "),
        description: at(context.shared, language.code).words.feed_description || feed.title,
        origin: originOf(settings, language.code),
        base: settings.base,
        homePath: publicPath(language.home, language),
        file: publicPath(feed.path, language).slice(1),
        entries: entriesOf(feed.type, language, context),
      });
      return text === null ? [] : [{ path: feed.path.slice(1), text }];
    }),
  );
}

/** What a feed shows of a story is what its card has of title, text, author and category. */
function entriesOf(type: string, language: Language, { site, sources, definition }: RenderContext): FeedEntry[] {
  const noindex = definition.pageTypes[type]?.head.noindex ?? "";
  const stories = (at(site.byType, language.code).get(type) ?? []).filter((story) => story.fields[noindex] !== true);
  return stories.slice(0, MOST).map((story) => {
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
  return isoDay(typed) ? typed : dayOf(story, pageTypes);
}
