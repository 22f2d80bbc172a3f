/**
 * Where a language comes from: the one rule for sites with several spaces. A language without `space` is in the main one.
 * Everything that asks for "the default language" asks within a space, so that the rules for a space's stories are those
 * of a site with that space alone. Pure.
 */
import { keptWith } from "../util/kept-with.ts";
import { type Language, type Languages, languageOf } from "./languages.ts";

/** Name of the space that languages without `space` are in. */
export const MAIN_SPACE = "";

/** A story in the editor; without `space` it is in the main one. */
export interface StoryRef {
  id: number;
  space?: string | undefined;
}

/** The story of that id in a language's space. */
export function storyRef(id: number, language: Pick<Language, "space">): StoryRef {
  const space = spaceOf(language);
  return space === MAIN_SPACE ? { id } : { id, space };
}

interface SpacedRules {
  readonly languages: Languages;
  readonly translation: "fields" | "folders";
}

export function spaceOf({ space = MAIN_SPACE }: Pick<Language, "space">): string {
  return space;
}

/** The names of a site's spaces, the main one first. */
export function spacesOf(languages: readonly Pick<Language, "space">[]): string[] {
  return [...new Set([MAIN_SPACE, ...languages.map(spaceOf)])];
}

const known = keptWith<SpacedRules, string, SpacedRules>();

/** A site's rules for the languages of one space; the same object if the site has no other. */
export function inSpace<T extends SpacedRules>(rules: T, space: string): T {
  if (rules.languages.every((language) => spaceOf(language) === space)) return rules;
  return known(rules, space, () => partOf(rules, space)) as T; // what partOf has made of such rules
}

/** The rules for the space that a language is in. */
export function inSpaceOf<T extends SpacedRules>(rules: T, lang: string): T {
  return inSpace(rules, spaceOf(languageOf(rules.languages, lang)));
}

export function isInSameSpace({ languages }: Pick<SpacedRules, "languages">, a: string, b: string): boolean {
  const of = (lang: string) => spaceOf(languageOf(languages, lang));
  return a === b || of(a) === of(b);
}

/** A space that has one language needs no folder for it. */
function partOf<T extends SpacedRules>(rules: T, space: string): T {
  const [first, ...others] = rules.languages.filter((language) => spaceOf(language) === space);
  if (!first) throw new Error(`No language of the site is in the space "${space}".`);
  const isPlain = space !== MAIN_SPACE && others.length === 0;
  return { ...rules, languages: [first, ...others], ...(isPlain && { translation: "fields" }) };
}
