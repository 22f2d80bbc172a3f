import type { Problem } from "../problem.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { ENGINE_WORDS, isEngineLanguage } from "../site/words.ts";

type Words = Pick<ResolvedSite, "languages" | "ownWords">;

/** Languages without their own words for sitegen's texts: skip link, error page, dialogs. */
function wordless({ languages, ownWords }: Words): ResolvedSite["languages"][number][] {
  return languages.filter(({ code, locale }) => !isEngineLanguage(locale) && !ownWords[code]);
}

/** These languages use the default language's words, or else the engine's. Reported once per language. */
export function checkWords(site: Words): Problem[] {
  const [first] = site.languages;
  return wordless(site).map(({ code }) => {
    const others = code !== first.code && site.ownWords[first.code] ? `those of "${first.code}"` : "the built-in ones";
    return {
      severity: "warning",
      code: "CHECK_WORDS_MISSING",
      message: `The site has no words of its own in the language "${code}", so ${others} are shown, such as "${ENGINE_WORDS.skip_to_content}".`,
      story: "",
      path: "",
      hint: `Add them to "words", "${code}" in the site definition; docs/site-definition.md lists their names.`,
    };
  });
}

/** The same for a build, in one line; null if nothing is missing. */
export function missingWordsNote(site: Words): string | null {
  const codes = wordless(site).map(({ code }) => code);
  if (codes.length === 0) return null;
  return `No words in ${codes.join(", ")}: visitors read the error page, the skip link and other texts in another language. Add them to "words" in the site definition; docs/site-definition.md lists their names.`;
}
