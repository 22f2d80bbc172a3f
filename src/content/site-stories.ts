/** The stories that a site's map is made from, in each language's response, with the links between them. */
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { alternatesByLanguage } from "./link-translations.ts";
import type { Lang } from "./model.ts";
import { isInFolder, isInResponse, type MapRules } from "./site.ts";
import { createStoryLinks } from "./story-links.ts";
import type { StorySummary } from "./story-summary.ts";

/** A story in one language's response, as it is now; undefined if it is gone. */
export interface StoryChange {
  answer: Lang;
  uuid: string;
  summary: StorySummary | undefined;
}

export interface SiteStories {
  /** Takes changes over. Returns the uuids of the stories whose pages may differ: these, and those linked with them. */
  replace(changes: readonly StoryChange[]): Set<string>;
  /** The summary that a story's page in a language is made from; undefined if it has none there. */
  pageIn(lang: Lang, uuid: string): StorySummary | undefined;
  /** The stories that these list as alternates, and those that list them. */
  linkedWith(uuids: Iterable<string>): string[];
  /** The first alternate in each other language's folder; undefined if there are none. */
  alternates(uuid: string): Readonly<ByLanguage<string>> | undefined;
}

export function createSiteStories(rules: MapRules): SiteStories {
  const [{ code: first }] = rules.languages;
  const summaries = byLanguage(
    rules.languages.map(({ code }) => code),
    () => new Map<string, StorySummary>(),
  );
  const links = createStoryLinks();
  const alternates = new Map<string, Readonly<ByLanguage<string>>>();
  const summaryOf = (answer: Lang, uuid: string) => forLanguage(summaries, answer).get(uuid);
  const linkedWith = (uuids: Iterable<string>): string[] =>
    links.size === 0
      ? []
      : [...uuids].flatMap((uuid) => {
          const story = summaryOf(first, uuid);
          return story ? links.linked(story) : [];
        });
  const linkAgain = (uuid: string) => {
    const story = summaryOf(first, uuid);
    const linked = story ? links.linked(story).flatMap((one) => summaryOf(first, one) ?? []) : [];
    if (story && linked.length > 0) alternates.set(uuid, alternatesByLanguage(story, linked, rules));
    else alternates.delete(uuid);
  };
  return {
    linkedWith,
    alternates: (uuid) => alternates.get(uuid),
    replace(changes) {
      const concerned = new Set(changes.map(({ uuid }) => uuid));
      const before = linkedWith(concerned);
      const ofFirst = changes.filter(({ answer }) => answer === first);
      links.replace(ofFirst.map(({ uuid, summary }) => ({ before: summaryOf(first, uuid), now: summary })));
      for (const { answer, uuid, summary } of changes) {
        if (summary) forLanguage(summaries, answer).set(uuid, summary);
        else forLanguage(summaries, answer).delete(uuid);
      }
      for (const uuid of [...before, ...linkedWith(concerned)]) concerned.add(uuid);
      if (links.size + alternates.size > 0) for (const uuid of concerned) linkAgain(uuid);
      return concerned;
    },
    pageIn(lang, uuid) {
      const story = summaryOf(first, uuid);
      if (story && isInFolder(story, lang, rules)) return story;
      const own = summaryOf(lang, uuid);
      if (!own || !isInResponse(own, lang, rules)) return undefined;
      // Its alternate in the language's folder is there instead.
      return lang === first || !alternates.get(uuid)?.[lang] ? own : undefined;
    },
  };
}
