import type { Language, Languages } from "../../site/languages.ts";
import type { HeadData } from "../payload.ts";

/** In og:locale's format: `en-GB` -> `en_GB`. */
export function openGraphLocale({ formats }: Pick<Language, "formats">): string {
  return formats.replaceAll("-", "_");
}

/** og:locale values of the page's other languages. */
export function otherLocales(
  { alternates }: Pick<HeadData, "alternates">,
  languages: Languages,
  lang: string,
): string[] {
  const listed = new Set(alternates.map(({ hreflang }) => hreflang));
  return languages.filter(({ code, locale }) => code !== lang && listed.has(locale)).map(openGraphLocale);
}
