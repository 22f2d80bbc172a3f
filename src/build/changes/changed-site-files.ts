/** The files that list many pages, updated for a few changed stories. */
import type { Lang } from "../../content/model.ts";
import type { ElsewhereStory } from "../../content/preview/preview-index.ts";
import { withBase } from "../../content/rules/paths.ts";
import type { Route, Site } from "../../content/site.ts";
import { entryInOtherLanguage } from "../../content/site-reader.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { languageOf } from "../../site/languages.ts";
import { type FeedStories, feedFiles, storiesInFeed } from "../feeds.ts";
import { feedsOfLanguage } from "../language-feeds.ts";
import { type ChangedElsewhere, type ChangedPreviewInput, changedPreview } from "../preview-index.ts";
import { changedSitemaps } from "./changed-sitemap.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { type LastBuildFiles, lastBuildText } from "./last-build-files.ts";

/** Stages the parts of sitemap and feeds that list the stories. Returns the number of pages in each sitemap. */
export async function stageSiteFiles(input: LastBuildFiles, output: ChangedOutput): Promise<Record<string, number>> {
  const { files, pages } = changedSitemaps(input);
  for (const { path, text } of [...files, ...changedFeeds(input)]) await output.put(path, text);
  return pages;
}

/** Feeds that list a changed story, or listed one that is gone. */
function changedFeeds({ context, changed }: LastBuildFiles) {
  const { definition, settings } = context;
  const entries = [...changed.entries.flatMap(({ before, now }) => [before, now]), ...changed.came, ...changed.gone];
  const feeds = definition.languages.flatMap((language) =>
    feedsOfLanguage(language, definition, settings).flatMap(({ type }): FeedStories[] => {
      const lang = language.code;
      const own = new Set(entries.filter((one) => one.lang === lang && one.component === type).map(({ uuid }) => uuid));
      if (own.size === 0) return [];
      const [before, stories] = [changed.past, changed].map((site) =>
        storiesInFeed(site.lists(lang), type, definition),
      );
      const isListed = [...(before ?? []), ...(stories ?? [])].some(({ uuid }) => own.has(uuid));
      return isListed && stories ? [{ lang, type, stories }] : [];
    }),
  );
  return feedFiles(context, feeds);
}

/** Stages the preview's indexes; returns their URLs and the files they replace. */
export async function stagePreview(
  input: LastBuildFiles,
  output: ChangedOutput,
): Promise<{ preview: Record<string, string>; dropped: string[] }> {
  const { head, context, changed, assets } = input;
  const { base } = context.settings;
  const preview: Record<string, string> = {};
  const dropped: string[] = [];
  for (const [lang, address] of Object.entries(head.preview)) {
    const file = address.slice(withBase(base, "").length);
    const language = languageOf(context.definition.languages, lang);
    const read = (path: string) => lastBuildText(domainPath(language, path), input);
    const ofLanguage = { assets: forLanguage(assets.inLanguage, lang), stories: head.stories[lang] ?? 0 };
    const listings = changedListingsElsewhere(lang, changed);
    const others = { elsewhere: changedElsewhere(lang, changed), listings, slugOf: slugIn(changed) };
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

/** Paths of the pages that come and go with listings of other languages. */
function changedListingsElsewhere(lang: Lang, { changedRoutes }: ChangedSite): ChangedPreviewInput["listings"] {
  const pathsOf = (routes: readonly Route[]) =>
    routes.filter((route) => route.lang !== lang && route.listing).map(({ path }) => path);
  return { added: pathsOf(changedRoutes.added), removed: pathsOf(changedRoutes.removed) };
}

function slugIn({ entry }: Pick<ChangedSite, "entry">): (story: ElsewhereStory) => string {
  return ({ lang, uuid }) => {
    const found = entry(lang, uuid);
    if (!found) throw new FullBuildNeeded();
    return found.slug;
  };
}
