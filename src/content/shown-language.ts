/** Whose text a story shows in each language, where languages have a `fallback`. */
import type { ByLanguage } from "../site/by-language.ts";
import type { Language, Languages } from "../site/languages.ts";
import type { Lang } from "./model.ts";
import type { StorySummary } from "./story-summary.ts";

type Summaries = (lang: Lang) => Pick<StorySummary, "text" | "translatedSlugs" | "defaultFullSlug"> | undefined;

/** Languages in which the story shows another language's text, with that language; undefined if there are none. */
export function shownLanguages(of: Summaries, languages: Languages): ByLanguage<Lang> | undefined {
  const [first] = languages;
  const text = (lang: Lang) => of(lang)?.text;
  const shown = languages.flatMap(({ code, fallback }): [Lang, Lang][] => {
    const own = fallback ? text(code) : undefined;
    if (own === undefined || !fallback) return [];
    if (own === text(first.code)) return [[code, first.code]];
    const other = fallback.find((one) => text(one) === own);
    return other === undefined ? [] : [[code, other]];
  });
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}

/** Whether a story has a page in a language without fallback: its text, name or slug is the language's own. */
export function isTranslated({ code, fallback }: Language, of: Summaries, languages: Languages): boolean {
  if (fallback !== null) return true;
  const own = of(code);
  const slug = own?.translatedSlugs.find(({ lang }) => lang === code);
  const isOwnSlug = slug !== undefined && own?.defaultFullSlug != null && bare(slug.path) !== bare(own.defaultFullSlug);
  return own?.text !== of(languages[0].code)?.text || slug?.name != null || isOwnSlug;
}

function bare(path: string): string {
  return path.replace(/^\/|\/$/g, "");
}
