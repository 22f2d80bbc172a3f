import type { SiteDefinition } from "./definition.ts";
import type { LanguageDefinition } from "./languages.ts";
import { spaceOf, spacesOf } from "./spaces.ts";

/** Errors in `languages[].fallback`. */
export function fallbackErrors({ languages, translation }: SiteDefinition): string[] {
  const codes = languages.map(({ code }) => code);
  return languages.flatMap((language, index) => {
    const { code, fallback } = language;
    if (fallback === undefined) return [];
    const key = `The key "languages.${index}.fallback"`;
    if (translation === "folders")
      return [`${key} needs translation "fields": with a folder for each language, each page is a story of its own.`];
    const ofSpace = languages.filter((other) => spaceOf(other) === spaceOf(language));
    if (ofSpace[0] === languages[index])
      return [`${key} is of the default language of its space, whose text is the last that is shown.`];
    return named(language).flatMap((other) => {
      if (other === code) return [`${key} names "${other}", the language itself.`];
      if (ofSpace.some((one) => one.code === other)) return [];
      if (codes.includes(other)) return [`${key} names "${other}", whose stories are in another space.`];
      return [`${key} names "${other}", which is no language of the site; its languages are ${codes.join(", ")}.`];
    });
  });
}

/** Errors in `languages[].space` and `linkedBy`. */
export function spaceErrors({ languages, linkedBy }: SiteDefinition): string[] {
  const [first] = languages;
  return [
    ...(first?.space === undefined
      ? []
      : ['The key "languages.0.space" is of the first language, whose stories are in the site\'s main space.']),
    ...(linkedBy !== undefined && spacesOf(languages).length === 1
      ? ['The key "linkedBy" links stories of different spaces, but no language has a "space".']
      : []),
  ];
}

function named({ fallback }: LanguageDefinition): readonly string[] {
  return fallback === undefined || fallback === false ? [] : [fallback].flat();
}
