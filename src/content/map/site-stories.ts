/** The stories that a site's map is built from, by the language of their response, with the links between them. */

import type { Lang } from "../../site/api/model.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { type Language, type Languages, languageOf } from "../../site/languages.ts";
import { inSpace, spaceOf, spacesOf } from "../../site/spaces.ts";
import { appendTo } from "../../util/append-to.ts";
import { compareText } from "../../util/compare-text.ts";
import { withoutOuterSlashes } from "../rules/paths.ts";
import { alternatesByLanguage } from "./link-translations.ts";
import type { SiteStory } from "./model-entry.ts";
import { isInFolder, isInResponse, type MapRules } from "./site.ts";
import type { StorySummary } from "./story-summary.ts";

/** A story of one language's response before and now; undefined where the response lacks it. */
export interface StoryChange {
  responseLang: Lang;
  uuid: string;
  before: SiteStory | undefined;
  now: SiteStory | undefined;
}

/** The stories as they are now, by the language of their response and uuid. */
export type StorySource = Readonly<ByLanguage<ReadonlyMap<string, SiteStory>>>;

/** All stories, as those of a map without any. */
export function allStories(source: StorySource): StoryChange[] {
  const all = Object.values(source).flatMap((own) => [...own.values()]);
  return all.map((now) => ({ responseLang: now.responseLang, uuid: now.uuid, before: undefined, now }));
}

export interface SiteStories {
  /** Applies changes; returns the uuids of the stories whose pages may differ: these, and those linked with them. */
  replace(changes: readonly StoryChange[]): Set<string>;
  /** The story that a page in a language is made from; undefined if there is none. */
  pageIn(lang: Lang, uuid: string): SiteStory | undefined;
  /** The stories that these list as alternates, and those that list them. */
  linkedWith(uuids: Iterable<string>): string[];
  /** The language whose text the story's page in a language shows, if it is another one. */
  shownIn(lang: Lang, uuid: string): Lang | undefined;
  /** The first alternate in each other language's folder; undefined if there are none. */
  alternates(lang: Lang, uuid: string): Readonly<ByLanguage<string>> | undefined;
}

/**
 * `known`: whether the source's stories are part of the map already, so that `replace` is not called for them. Those of
 * several spaces have nothing in common: the same uuid in two spaces is two stories.
 */
export function createSiteStories(rules: MapRules, source: StorySource, known: boolean): SiteStories {
  const spaces = new Map(
    spacesOf(rules.languages).map((space) => [space, storiesOfSpace(inSpace(rules, space), source, known)]),
  );
  const all = [...spaces.values()];
  const [main] = all;
  if (!main || all.length === 1) return main ?? storiesOfSpace(rules, source, known);
  const of = (lang: Lang): SiteStories => spaces.get(spaceOf(languageOf(rules.languages, lang))) ?? main;
  return {
    linkedWith: (uuids) => all.flatMap((one) => one.linkedWith(uuids)),
    alternates: (lang, uuid) => of(lang).alternates(lang, uuid),
    shownIn: (lang, uuid) => of(lang).shownIn(lang, uuid),
    pageIn: (lang, uuid) => of(lang).pageIn(lang, uuid),
    replace: (changes) =>
      new Set(all.flatMap((one) => [...one.replace(changes.filter(({ responseLang }) => of(responseLang) === one))])),
  };
}

function storiesOfSpace(rules: MapRules, source: StorySource, known: boolean): SiteStories {
  const [{ code: first }] = rules.languages;
  const links = createStoryLinks();
  if (known) links.replace([...(source[first]?.values() ?? [])].map((now) => ({ before: undefined, now })));
  const alternates = new Map<string, Readonly<ByLanguage<string>> | undefined>();
  const inFirst = (uuid: string) => source[first]?.get(uuid);
  const linkedWith = (uuids: Iterable<string>, storyOf = inFirst): string[] =>
    links.size === 0
      ? []
      : [...uuids].flatMap((uuid) => {
          const story = storyOf(uuid);
          return story ? links.linked(story) : [];
        });
  const alternatesOf = (uuid: string): Readonly<ByLanguage<string>> | undefined => {
    if (links.size === 0) return undefined;
    if (!alternates.has(uuid)) alternates.set(uuid, resolveAlternates(inFirst(uuid), { links, inFirst, rules }));
    return alternates.get(uuid);
  };
  return {
    linkedWith,
    alternates: (_, uuid) => alternatesOf(uuid),
    shownIn(lang, uuid) {
      const language = languageOf(rules.languages, lang);
      const story = language.fallback ? inFirst(uuid) : undefined;
      return story && !isInFolder(story.summary, lang, rules)
        ? shownLanguage(language, (code) => source[code]?.get(uuid)?.summary, rules.languages)
        : undefined;
    },
    replace(changes) {
      const concerned = new Set(changes.map(({ uuid }) => uuid));
      const ofFirst = changes.filter(({ responseLang }) => responseLang === first);
      const earlier = new Map(ofFirst.map(({ uuid, before }) => [uuid, before]));
      const before = linkedWith(concerned, (uuid) => (earlier.has(uuid) ? earlier.get(uuid) : inFirst(uuid)));
      links.replace(ofFirst);
      for (const uuid of [...before, ...linkedWith(concerned)]) concerned.add(uuid);
      for (const uuid of concerned) alternates.delete(uuid);
      return concerned;
    },
    pageIn(lang, uuid) {
      const story = inFirst(uuid);
      if (story && isInFolder(story.summary, lang, rules)) return story;
      const own = source[lang]?.get(uuid);
      if (!own || !isInResponse(own.summary, lang, rules)) return undefined;
      if (!isTranslated(languageOf(rules.languages, lang), (code) => source[code]?.get(uuid)?.summary, rules.languages))
        return undefined;
      // The page is that of its alternate in the language's folder.
      return lang === first || !alternatesOf(uuid)?.[lang] ? own : undefined;
    },
  };
}

function resolveAlternates(
  story: SiteStory | undefined,
  of: { links: StoryLinks; inFirst: (uuid: string) => SiteStory | undefined; rules: MapRules },
): Readonly<ByLanguage<string>> | undefined {
  const linked = story ? of.links.linked(story).flatMap((uuid) => of.inFirst(uuid)?.summary ?? []) : [];
  return story && linked.length > 0 ? alternatesByLanguage(story.summary, linked, of.rules) : undefined;
}

/** Whose text a story shows in each language, where languages have a `fallback`. */
type Summaries = (lang: Lang) => Pick<StorySummary, "text" | "translatedSlugs" | "defaultFullSlug"> | undefined;

function shownLanguage({ code, fallback }: Language, of: Summaries, [first]: Languages): Lang | undefined {
  const own = of(code)?.text;
  return own === undefined ? undefined : [first.code, ...(fallback ?? [])].find((one) => of(one)?.text === own);
}

/** Whether a story has a page in a language without fallback: its text, name or slug is the language's own. */
function isTranslated({ code, fallback }: Language, of: Summaries, languages: Languages): boolean {
  if (fallback !== null) return true;
  const own = of(code);
  const slug = own?.translatedSlugs.find(({ lang }) => lang === code);
  const isOwnSlug =
    slug !== undefined &&
    own?.defaultFullSlug != null &&
    withoutOuterSlashes(slug.path) !== withoutOuterSlashes(own.defaultFullSlug);
  return own?.text !== of(languages[0].code)?.text || slug?.name != null || isOwnSlug;
}

type LinkedStory = Pick<SiteStory, "uuid" | "id" | "alternates">;

type StoryLinks = ReturnType<typeof createStoryLinks>;

/** The alternates of the default response: with folder-level translation, editors link stories of different folders. */
function createStoryLinks() {
  const uuids = new Map<number, string>();
  const listedBy = new Map<number, string[]>();
  return {
    /** Number of stories that are listed. */
    get size(): number {
      return listedBy.size;
    },
    /** Replaces stories; `before` is undefined for new ones, `now` for removed ones. */
    replace(changes: readonly { before: LinkedStory | undefined; now: LinkedStory | undefined }[]): void {
      for (const { before } of changes) {
        if (!before) continue;
        uuids.delete(before.id);
        for (const id of new Set(before.alternates)) remove(listedBy, id, before.uuid);
      }
      for (const { now } of changes) {
        if (!now) continue;
        uuids.set(now.id, now.uuid);
        for (const id of new Set(now.alternates)) appendTo(listedBy, id, now.uuid);
      }
    },
    /** Uuids of the stories that a story lists, in its order, then of those that list it, ordered by uuid. */
    linked({ id, alternates }: LinkedStory): string[] {
      const listing = listedBy.get(id);
      if (alternates.length === 0 && !listing) return [];
      return [...alternates.flatMap((other) => uuids.get(other) ?? []), ...(listing ?? []).sort(compareText)];
    },
  };
}

function remove(lists: Map<number, string[]>, id: number, uuid: string): void {
  const left = (lists.get(id) ?? []).filter((one) => one !== uuid);
  if (left.length > 0) lists.set(id, left);
  else lists.delete(id);
}
