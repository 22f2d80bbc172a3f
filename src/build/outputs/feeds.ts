/** The newest stories of each page type that has a feed, in every language. */

import { forLanguage } from "../../site/by-language.ts";
import { feedFiles, storiesInFeed } from "../feeds.ts";
import { feedsOfLanguage } from "../language-feeds.ts";
import type { Output } from "./output.ts";

export const feeds: Output = {
  name: "feed",
  keys: ({ context: { definition, settings } }) =>
    definition.languages.flatMap((language) =>
      feedsOfLanguage(language, definition, settings).map(({ type }) => `${language.code} ${type}`),
    ),
  isMoved(key, _, { types, datasources, assets }) {
    const [lang, type] = parted(key);
    return assets || (datasources[lang]?.size ?? 0) > 0 || types[lang]?.has(type) === true;
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
