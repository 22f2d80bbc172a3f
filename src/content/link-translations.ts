/** Finds the stories that are translations of each other. */
import { type ByLanguage, forLanguage } from "../site/by-language.ts";
import { languageOf } from "../site/languages.ts";
import { appendTo } from "./append-to.ts";
import type { StoryEntry } from "./model.ts";
import { type FolderRules, folderLanguage } from "./rules/languages.ts";
import type { StorySummary } from "./story-summary.ts";

/** By uuid: the linked stories in other languages' folders, by language. */
export type StoryAlternates = ReadonlyMap<string, ByLanguage<string>>;

/** Folder-level translation: editors link stories of different folders as alternates. */
export function alternatesOf(stories: readonly StorySummary[], rules: FolderRules): StoryAlternates {
  const byId = new Map(stories.map((story) => [story.id, story]));
  const linked = new Map<string, StorySummary[]>();
  const links = stories.flatMap((story) =>
    story.alternates.flatMap((id) => byId.get(id) ?? []).map((other) => [story, other] as const),
  );
  for (const [story, other] of links) appendTo(linked, story.uuid, other);
  for (const [story, other] of links) appendTo(linked, other.uuid, story);
  return new Map(
    stories.flatMap((story) => {
      const others = linked.get(story.uuid);
      return others ? [[story.uuid, alternatesByLanguage(story, others, rules)] as const] : [];
    }),
  );
}

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
  alternates(uuid: string): ByLanguage<string> | undefined;
  entry(lang: string, uuid: string): StoryEntry | undefined;
  /** The story at this path below the language's home. */
  atPlace(lang: string, place: string): StoryEntry | undefined;
}

/** Sets in every entry where its page is in the other languages. */
export function linkTranslations(
  entries: ByLanguage<Map<string, StoryEntry>>,
  alternates: StoryAlternates,
  rules: FolderRules,
): void {
  const places = rules.translation === "folders" ? byPlace(entries, rules) : undefined;
  const sources: TranslationSources = {
    rules,
    alternates: (uuid) => alternates.get(uuid),
    entry: (lang, uuid) => forLanguage(entries, lang).get(uuid),
    atPlace: (lang, place) => places?.[lang]?.get(place),
  };
  for (const own of Object.values(entries)) for (const entry of own.values()) entry.twins = twinsOf(entry, sources);
}

/** Paths of a story's page in the other languages. */
export function twinsOf(entry: StoryEntry, sources: TranslationSources): ByLanguage<string> {
  const twins: ByLanguage<string> = {};
  for (const { code } of sources.rules.languages) {
    if (code === entry.lang) continue;
    const linked = candidates(entry, code, sources).flatMap((uuid) => sources.entry(code, uuid) ?? [])[0];
    const twin = linked ?? atSamePlace(entry, code, sources);
    if (twin) twins[code] = twin.path;
  }
  return twins;
}

/** The alternate in that language's folder, the story itself, and alternates of its alternates. */
function candidates({ uuid }: StoryEntry, lang: string, { alternates }: TranslationSources): string[] {
  const own = alternates(uuid);
  if (!own) return [uuid];
  return [own[lang], uuid, ...Object.values(own).flatMap((other) => [alternates(other)?.[lang], other])].filter(
    (one) => one !== undefined,
  );
}

/** By language, and by the path below the language's home. */
type Places = ByLanguage<ReadonlyMap<string, StoryEntry>>;

function byPlace(entries: ByLanguage<Map<string, StoryEntry>>, rules: FolderRules): Places {
  return Object.fromEntries(
    rules.languages.map(({ code }) => {
      const own = [...forLanguage(entries, code).values()];
      return [code, new Map(own.map((entry) => [placeOf(entry, rules), entry]))] as const;
    }),
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
  const twin = atPlace(lang, placeOf(entry, rules));
  const isLinked = twin && (alternates(twin.uuid)?.[entry.lang] ?? alternates(entry.uuid)?.[lang]);
  return isLinked ? undefined : twin;
}

function languageCode(story: Pick<StorySummary, "fullSlug">, rules: FolderRules): string {
  return (folderLanguage(story.fullSlug, rules) ?? rules.languages[0]).code;
}
