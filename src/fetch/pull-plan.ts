import type { ResolvedSite } from "../site/resolve-site.ts";

/** What is asked of the content service for one site. A snapshot serves the plan it was made by. */
export interface PullPlan {
  /** Languages that stories are asked for in. The first is the service's default one, asked for without a name. */
  languages: readonly string[];
  /** Each language of the site with the datasource dimension that holds its values; "" for those without one. */
  dimensions: readonly { readonly language: string; readonly dimension: string }[];
  datasources: readonly string[];
  /** Slugs of the global story by language of the site, in the default answer; "" where the site has none. */
  global: string;
  /** Root folders of languages, where each language has one; a story in none is of the first language. */
  folders: readonly { readonly language: string; readonly names: readonly string[] }[];
}

/** For questions about the space itself, which has one answer for all languages. */
export const NO_PLAN: PullPlan = { languages: [], dimensions: [], datasources: [], global: "", folders: [] };

/** With a folder for each language one answer holds all of them. */
export function planOf(site: Pick<ResolvedSite, "languages" | "translation" | "datasources" | "global">): PullPlan {
  const codes = site.languages.map(({ code }) => code);
  const inFolders = site.translation === "folders";
  return {
    languages: inFolders ? codes.slice(0, 1) : codes,
    dimensions: site.languages.map(({ code, dimension }) => ({ language: code, dimension })),
    datasources: site.datasources,
    global: site.global,
    folders: inFolders
      ? site.languages.map(({ code, prefix }) => ({
          language: code,
          names: [...new Set([code, prefix])].filter(Boolean),
        }))
      : [],
  };
}

/** The service's default language, whose answers carry every story. */
export function defaultLanguage({ languages }: PullPlan): string {
  return languages[0] ?? "";
}

/** The `language` parameter of a request, undefined for the default language. */
export function languageParameter(plan: PullPlan, language: string): string | undefined {
  return language === defaultLanguage(plan) ? undefined : language;
}

/** A slug of an answer without the language that the service puts before it. */
export function slugWithoutLanguage(plan: PullPlan, language: string, slug: string): string {
  if (language === defaultLanguage(plan) || !(slug === language || slug.startsWith(`${language}/`))) return slug;
  return slug.slice(language.length).replace(/^\//, "");
}

/** The languages whose global story has this slug in the default language; none for any other story. */
export function globalOf(plan: PullPlan, defaultSlug: string): string[] {
  const slug = defaultSlug.replace(/\/$/, "");
  if (plan.global === "") return [];
  if (slug === plan.global) return plan.dimensions.map(({ language }) => language);
  return plan.folders
    .filter(({ names }) => names.some((name) => slug === `${name}/${plan.global}`))
    .map(({ language }) => language);
}
