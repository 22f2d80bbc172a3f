/** Finds the stories that are translations of each other. */

import type { StoryEntry } from "../../site/api/model.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { languageOf } from "../../site/languages.ts";
import { inSpaceOf, isInSameSpace } from "../../site/spaces.ts";
import { type FolderRules, folderLanguage } from "../rules/languages.ts";
import type { LinkedEntry } from "./model-entry.ts";
import type { StorySummary } from "./story-summary.ts";

/**
 * The first linked story of each other language. `linked` are the stories that a story lists, in its order, then those
 * that list it, ordered by uuid.
 */
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
  alternates(lang: string, uuid: string): Readonly<ByLanguage<string>> | undefined;
  entry(lang: string, uuid: string): StoryEntry | undefined;
  /** The story at a path relative to the language's home. */
  atRelativePath(lang: string, path: string): StoryEntry | undefined;
  /** The language whose text the story's page in a language shows, if it is another one. */
  shownIn(lang: string, uuid: string): string | undefined;
  /** The story of a language in another space that has the same value in the field that links them. */
  counterpart(entry: StoryEntry, lang: string): StoryEntry | undefined;
}

/**
 * Where a story's page is in the other languages, in which of them search engines leave it out, and in which, its own
 * among them, it shows another language's text.
 */
export function translationsOf(entry: StoryEntry, sources: TranslationSources): LinkedEntry {
  const translations: ByLanguage<string> = {};
  const shownIn: ByLanguage<string> = {};
  const unindexedIn: string[] = [];
  for (const { code } of sources.rules.languages) {
    const translation = inLanguage(code, entry, sources);
    const shown = translation && sources.shownIn(code, translation.uuid);
    if (shown !== undefined) shownIn[code] = shown;
    if (code === entry.lang) continue;
    if (translation) translations[code] = translation.path;
    if (translation?.listed?.unindexed) unindexedIn.push(code);
  }
  const hasShown = Object.keys(shownIn).length > 0;
  return { translations, ...(hasShown && { shownIn }), ...(unindexedIn.length > 0 && { unindexedIn }) };
}

function inLanguage(code: string, entry: StoryEntry, sources: TranslationSources): StoryEntry | undefined {
  if (code === entry.lang) return entry;
  return isInSameSpace(sources.rules, entry.lang, code)
    ? translationIn(code, entry, sources)
    : sources.counterpart(entry, code);
}

function translationIn(code: string, entry: StoryEntry, sources: TranslationSources): StoryEntry | undefined {
  const linked = candidates(entry, code, sources).flatMap((uuid) => sources.entry(code, uuid) ?? [])[0];
  return linked ?? atSamePath(entry, code, sources);
}

/** The alternate in that language's folder, the story itself, and alternates of its alternates. */
function candidates({ uuid }: StoryEntry, lang: string, sources: TranslationSources): string[] {
  const alternates = (of: string) => sources.alternates(lang, of);
  const own = alternates(uuid);
  if (!own) return [uuid];
  return [own[lang], uuid, ...Object.values(own).flatMap((other) => [alternates(other)?.[lang], other])].filter(
    (one) => one !== undefined,
  );
}

/** A page's path relative to its language's home. */
export function relativePath({ path, lang }: StoryEntry, { languages }: FolderRules): string {
  return path.slice(languageOf(languages, lang).home.length);
}

/** If no story is linked as an alternate, stories at the same path in their folders are translations. */
function atSamePath(
  entry: StoryEntry,
  lang: string,
  { rules, alternates, atRelativePath }: TranslationSources,
): StoryEntry | undefined {
  if (inSpaceOf(rules, lang).translation !== "folders") return undefined;
  const translation = atRelativePath(lang, relativePath(entry, rules));
  const isLinked =
    translation && (alternates(lang, translation.uuid)?.[entry.lang] ?? alternates(lang, entry.uuid)?.[lang]);
  return isLinked ? undefined : translation;
}

function languageCode(story: Pick<StorySummary, "fullSlug">, rules: FolderRules): string {
  return (folderLanguage(story.fullSlug, rules) ?? rules.languages[0]).code;
}
