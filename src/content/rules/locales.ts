import type { Language, Languages } from "../../site/languages.ts";
import type { HeadData } from "../payload.ts";

/** As og:locale has it: `en-GB` -> `en_GB`. */
export function openGraphLocale({ formats }: Pick<Language, "formats">): string {
  return formats.replaceAll("-", "_");
}

/** og:locale of the page's versions in other languages. */
export function otherLocales(
  { alternates }: Pick<HeadData, "alternates">,
  languages: Languages,
  lang: string,
): string[] {
  const listed = new Set(alternates.map(({ hreflang }) => hreflang));
  return languages.filter(({ code, locale }) => code !== lang && listed.has(locale)).map(openGraphLocale);
}
