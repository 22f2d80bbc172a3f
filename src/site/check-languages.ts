import type { SiteDefinition } from "./definition.ts";
import type { LanguageDefinition } from "./languages.ts";

/** Errors in `languages[].fallback`. */
export function fallbackErrors({ languages, translation }: SiteDefinition): string[] {
  const codes = languages.map(({ code }) => code);
  return languages.flatMap((language, index) => {
    const { code, fallback } = language;
    if (fallback === undefined) return [];
    const key = `The key "languages.${index}.fallback"`;
    if (translation === "folders")
      return [`${key} needs translation "fields": with a folder for each language, each page is a story of its own.`];
    if (index === 0) return [`${key} is of the default language, whose text is the last that is shown.`];
    return named(language).flatMap((other) => {
      if (other === code) return [`${key} names "${other}", the language itself.`];
      if (codes.includes(other)) return [];
      return [`${key} names "${other}", which is no language of the site; its languages are ${codes.join(", ")}.`];
    });
  });
}

function named({ fallback }: LanguageDefinition): readonly string[] {
  return fallback === undefined || fallback === false ? [] : [fallback].flat();
}
