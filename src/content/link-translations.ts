/** Finds the stories that are translations of each other. */
import type { ByLanguage } from "../site/by-language.ts";
import { languageOf } from "../site/languages.ts";
import type { StoryEntry } from "./model.ts";
import { type FolderRules, folderLanguage } from "./rules/languages.ts";
import type { StorySummary } from "./story-summary.ts";

/** `linked` are the stories that a story lists, in its order, and those that list it, by uuid. The first of each language counts. */
export function alternatesByLanguage(
  story: Pick<StorySummary, "fullSlug">,
  linked: readonly Pick<StorySummary, "fullSlug" | "uuid">[],
  rules: FolderRules,
): ByLanguage<string> {
  const own = languageCode(story, rules);
  const first = (code: string) => linked.find((other) => languageCode(other, rules) === code);
  return Object.fromEntries(
    rules.languages.flatMap(({ code }) => {
      const found = code === own ? undefined : first(code);
      return found ? [[code, found.uuid]] : [];
    }),
  );
}

/** Where to look for a story's translations. */
export interface TranslationSources {
  rules: FolderRules;
  alternates(uuid: string): Readonly<ByLanguage<string>> | undefined;
  entry(lang: string, uuid: string): StoryEntry | undefined;
  /** The story at this path below the language's home. */
  atPlace(lang: string, place: string): StoryEntry | undefined;
}

/** Paths of a story's page in the other languages. */
export function translationsOf(entry: StoryEntry, sources: TranslationSources): ByLanguage<string> {
  const translations: ByLanguage<string> = {};
  for (const { code } of sources.rules.languages) {
    if (code === entry.lang) continue;
    const linked = candidates(entry, code, sources).flatMap((uuid) => sources.entry(code, uuid) ?? [])[0];
    const translation = linked ?? atSamePlace(entry, code, sources);
    if (translation) translations[code] = translation.path;
  }
  return translations;
}

/** The alternate in that language's folder, the story itself, and alternates of its alternates. */
function candidates({ uuid }: StoryEntry, lang: string, { alternates }: TranslationSources): string[] {
  const own = alternates(uuid);
  if (!own) return [uuid];
  return [own[lang], uuid, ...Object.values(own).flatMap((other) => [alternates(other)?.[lang], other])].filter(
    (one) => one !== undefined,
  );
}

/** A page's path below its language's home. */
export function placeOf({ path, lang }: StoryEntry, { languages }: FolderRules): string {
  return path.slice(languageOf(languages, lang).home.length);
}

/** If no story is linked as an alternate, stories at the same path in their folders are translations. */
function atSamePlace(
  entry: StoryEntry,
  lang: string,
  { rules, alternates, atPlace }: TranslationSources,
): StoryEntry | undefined {
  if (rules.translation !== "folders") return undefined;
  const translation = atPlace(lang, placeOf(entry, rules));
  const isLinked = translation && (alternates(translation.uuid)?.[entry.lang] ?? alternates(entry.uuid)?.[lang]);
  return isLinked ? undefined : translation;
}

function languageCode(story: Pick<StorySummary, "fullSlug">, rules: FolderRules): string {
  return (folderLanguage(story.fullSlug, rules) ?? rules.languages[0]).code;
}
