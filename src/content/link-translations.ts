/** Finds the stories that are translations of each other. */
import { type ByLanguage, forLanguage } from "../site/by-language.ts";
import { languageOf } from "../site/languages.ts";
import type { StoryEntry } from "./model.ts";
import { type FolderRules, folderLanguage } from "./rules/languages.ts";
import type { StorySummary } from "./story-summary.ts";

/** By uuid: the linked stories in other languages' folders, by language. */
export type StoryAlternates = ReadonlyMap<string, ByLanguage<string>>;

/** Folder-level translation: editors link stories of different folders as alternates. */
export function alternatesOf(stories: readonly StorySummary[], rules: FolderRules): StoryAlternates {
  const ties = new Map<string, ByLanguage<string>>();
  const bySlug = new Map(stories.map((story) => [bareSlug(story.fullSlug), story]));
  const tie = (from: StorySummary, to: StorySummary) => {
    const language = languageCode(to, rules);
    if (language === languageCode(from, rules)) return;
    ties.set(from.uuid, { [language]: to.uuid, ...ties.get(from.uuid) });
  };
  for (const story of stories) {
    for (const alternate of story.alternates) {
      const other = bySlug.get(bareSlug(alternate));
      if (!other) continue;
      tie(story, other);
      tie(other, story);
    }
  }
  return ties;
}

/** Sets in every entry where its page is in the other languages. */
export function linkTranslations(
  entries: ByLanguage<Map<string, StoryEntry>>,
  ties: StoryAlternates,
  rules: FolderRules,
): void {
  const places = rules.translation === "folders" ? byPlace(entries, rules) : undefined;
  for (const [lang, own] of Object.entries(entries)) {
    for (const entry of own.values()) {
      const twins: ByLanguage<string> = {};
      for (const [other, theirs] of Object.entries(entries)) {
        if (other === lang) continue;
        const tied = candidates(entry, other, ties).flatMap((uuid) => theirs.get(uuid) ?? [])[0];
        const twin = tied ?? atSamePlace(entry, other, { ties, places, rules });
        if (twin) twins[other] = twin.path;
      }
      entry.twins = twins;
    }
  }
}

/** The alternate in that language's folder, the story itself, and alternates of its alternates. */
function candidates({ uuid }: StoryEntry, lang: string, ties: StoryAlternates): string[] {
  const own = ties.get(uuid);
  if (!own) return [uuid];
  return [own[lang], uuid, ...Object.values(own).flatMap((other) => [ties.get(other)?.[lang], other])].filter(
    (one) => one !== undefined,
  );
}

/** By language, and by the path below the language's home. */
type Places = ByLanguage<ReadonlyMap<string, StoryEntry>>;

function byPlace(entries: ByLanguage<Map<string, StoryEntry>>, { languages }: FolderRules): Places {
  const places = languages.map(({ code, home }) => {
    const own = [...forLanguage(entries, code).values()];
    return [code, new Map(own.map((entry) => [entry.path.slice(home.length), entry]))] as const;
  });
  return Object.fromEntries(places);
}

/** If no story is linked as an alternate, stories at the same path in their folders are translations. */
function atSamePlace(
  entry: StoryEntry,
  lang: string,
  { ties, places, rules }: { ties: StoryAlternates; places: Places | undefined; rules: FolderRules },
): StoryEntry | undefined {
  const place = entry.path.slice(languageOf(rules.languages, entry.lang).home.length);
  const twin = places?.[lang]?.get(place);
  const isTied = twin && (ties.get(twin.uuid)?.[entry.lang] ?? ties.get(entry.uuid)?.[lang]);
  return isTied ? undefined : twin;
}

function languageCode(story: StorySummary, rules: FolderRules): string {
  return (folderLanguage(story.fullSlug, rules) ?? rules.languages[0]).code;
}

/** Some responses end the slugs of start pages with a slash, others do not. */
export function bareSlug(slug: string): string {
  return slug.replace(/^\/+|\/+$/g, "");
}
