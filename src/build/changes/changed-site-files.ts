/** The files that list many pages, updated for a few changed stories. */
import type { Lang } from "../../content/model.ts";
import type { ElsewhereStory } from "../../content/preview/preview-index.ts";
import { withBase } from "../../content/rules/paths.ts";
import type { Site } from "../../content/site.ts";
import { entryInOtherLanguage } from "../../content/site-reader.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { languageOf } from "../../site/languages.ts";
import { type FeedStories, feedFiles } from "../feeds.ts";
import { feedsOfLanguage } from "../language-feeds.ts";
import { type ChangedElsewhere, changedPreview } from "../preview-index.ts";
import { type ChangedFiles, lastText } from "./changed-files.ts";
import { changedSitemaps } from "./changed-sitemap.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

/** Stages the parts of sitemap and feeds that list the stories. Returns the number of pages in each sitemap. */
export async function putSiteFiles(input: ChangedFiles, output: ChangedOutput): Promise<Record<string, number>> {
  const { files, pages } = changedSitemaps(input);
  for (const { path, text } of [...files, ...changedFeeds(input)]) await output.put(path, text);
  return pages;
}

/** Feeds with a changed story; which stories they list is the same as before. */
function changedFeeds({ context, store, changed }: ChangedFiles) {
  const feeds = context.definition.languages.flatMap((language) =>
    feedsOfLanguage(language, context.definition, context.settings).flatMap(({ type }): FeedStories[] => {
      const lang = language.code;
      const uuids = (store.get(KEYS.feed(lang, type)) ?? []) as string[]; // written by save-site.ts
      if (!changed.entries.some(({ now }) => now.lang === lang && uuids.includes(now.uuid))) return [];
      const stories = uuids.map((uuid) => changed.entry(lang, uuid)).filter((entry) => entry !== undefined);
      return [{ lang, type, stories }];
    }),
  );
  return feedFiles(context, feeds);
}

/** Stages the preview's indexes; returns their URLs and the files they replace. */
export async function putPreview(
  input: ChangedFiles,
  output: ChangedOutput,
): Promise<{ preview: Record<string, string>; dropped: string[] }> {
  const { head, context, changed, assets } = input;
  const { base } = context.settings;
  const preview: Record<string, string> = {};
  const dropped: string[] = [];
  for (const [lang, address] of Object.entries(head.preview)) {
    const file = address.slice(withBase(base, "").length);
    const language = languageOf(context.definition.languages, lang);
    const read = (path: string) => lastText(domainPath(language, path), input);
    const ofLanguage = { assets: forLanguage(assets.inLanguage, lang), stories: head.stories[lang] ?? 0 };
    const others = { elsewhere: changedElsewhere(lang, changed), slugOf: slugIn(changed) };
    const index = changedPreview(lang, file, { ...context, ...ofLanguage, ...others, changed, read });
    if (!index) throw new FullBuildNeeded();
    for (const { path, text } of [...index.parts, index.head]) await output.put(domainPath(language, path), text);
    preview[lang] = withBase(base, index.head.path);
    dropped.push(...index.dropped.map((path) => domainPath(language, path)));
  }
  return { preview, dropped };
}

/** The changed stories that a language's index names because they have a page in another language only. */
function changedElsewhere(lang: Lang, { entries, came, gone, past, site }: ChangedSite): ChangedElsewhere[] {
  const named = (of: Pick<Site, "entries">, uuid: string): ElsewhereStory | null => {
    const found = of.entries[lang]?.has(uuid) ? undefined : entryInOtherLanguage(of, lang, uuid);
    return found ? { uuid, lang: found.lang, path: found.path, name: found.name } : null;
  };
  const uuids = new Set([...entries.map(({ now }) => now), ...came, ...gone].map(({ uuid }) => uuid));
  return [...uuids]
    .map((uuid) => ({ before: named(past.site, uuid), now: named(site, uuid) }))
    .filter(({ before, now }) => JSON.stringify(before) !== JSON.stringify(now));
}

function slugIn({ entry }: Pick<ChangedSite, "entry">): (story: ElsewhereStory) => string {
  return ({ lang, uuid }) => {
    const found = entry(lang, uuid);
    if (!found) throw new FullBuildNeeded();
    return found.slug;
  };
}
