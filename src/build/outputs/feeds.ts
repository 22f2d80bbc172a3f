/** The newest stories of each page type that has a feed, in every language. */

import type { StoryEntry } from "../../content/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { feedFiles, storiesInFeed } from "../feeds.ts";
import { feedsOfLanguage } from "../language-feeds.ts";
import { hasOtherWords, type Output } from "./output.ts";

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
    const [lang, type] = parted(key);
    const stories = storiesInFeed(forLanguage(context.site.lists, lang), type, context.definition);
    const files = feedFiles(context, [{ lang, type, stories }]);
    return { files: files.map(({ path, text }) => ({ path, content: text })) };
  },
};

function parted(key: string): [lang: string, type: string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}
