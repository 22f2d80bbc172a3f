import type { Problem } from "../problem.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { ENGINE_WORDS, isEngineLanguage } from "../site/words.ts";

/**
 * Languages without words of their own for what sitegen says to visitors (skip link, error page, dialogs): they show the
 * default language's, else the engine's. Said once for each.
 */
export function checkWords({ languages, ownWords }: Pick<ResolvedSite, "languages" | "ownWords">): Problem[] {
  return languages.flatMap(({ code, locale }, index): Problem[] => {
    if (isEngineLanguage(locale) || ownWords[code]) return [];
    const others = index > 0 && ownWords[languages[0].code] ? `those of "${languages[0].code}"` : "the built-in ones";
    return [
      {
        severity: "info",
        code: "CHECK_WORDS_MISSING",
        message: `The site has no words of its own in the language "${code}", so ${others} are shown: "${ENGINE_WORDS.skip_to_content}", say.`,
        story: "",
        path: "",
        hint: `Write them at "words", "${code}" in the site definition; docs/site-definition.md lists their names.`,
      },
    ];
  });
}
