import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpace, spacesOf } from "../site/spaces.ts";

/** What to request from the content service for one site. A snapshot is only reused for the plan it was made with. */
export interface PullPlan {
  /** Languages to request stories in. The first is the service's default, requested without a name. */
  languages: readonly string[];
  /** Each language of the site with the datasource dimension that holds its values, or "". */
  dimensions: readonly { readonly language: string; readonly dimension: string }[];
  datasources: readonly string[];
  /**
   * Slug of the global story for each language of the site, in the default language's responses; "" if there is none.
   */
  global: string;
  /** Root folders of the languages, if each has one; stories outside of them are in the first language. */
  folders: readonly { readonly language: string; readonly names: readonly string[] }[];
  /** Languages whose text is shown where a language has none, besides the default one; absent if there are none. */
  fallbacks?: Readonly<Record<string, readonly string[]>>;
  /** Pages are at the stories' real paths where editors set them; absent otherwise. */
  path?: "real";
}

/** For requests about the space itself, which do not depend on a language. */
export const NO_PLAN: PullPlan = { languages: [], dimensions: [], datasources: [], global: "", folders: [] };

/** The plan of each space of a site, the main one first. */
export function createPullPlans(site: Parameters<typeof createPullPlan>[0]): [space: string, plan: PullPlan][] {
  return spacesOf(site.languages).map((space) => [space, createPullPlan(inSpace(site, space))]);
}

/** For a site's languages in one space. With a folder for each language, the default language's responses hold all of them. */
export function createPullPlan(
  site: Pick<ResolvedSite, "languages" | "translation" | "datasources" | "global"> &
    Partial<Pick<ResolvedSite, "path">>,
): PullPlan {
  const codes = site.languages.map(({ code }) => code);
  const inFolders = site.translation === "folders";
  const fallbacks = site.languages.flatMap(({ code, fallback }) =>
    fallback?.length ? [[code, fallback] as const] : [],
  );
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
    ...(site.path === "real" && { path: "real" }),
    ...(fallbacks.length > 0 && { fallbacks: Object.fromEntries(fallbacks) }),
  };
}

/** The service's default language; its responses include every story. */
export function defaultLanguage({ languages }: PullPlan): string {
  return languages[0] ?? "";
}

/** The `language` parameter of a request; undefined for the default language. */
export function languageParameter(plan: PullPlan, language: string): string | undefined {
  return language === defaultLanguage(plan) ? undefined : language;
}

/** A slug from a response, without the language prefix that the service adds. */
export function slugWithoutLanguage(plan: PullPlan, language: string, slug: string): string {
  if (language === defaultLanguage(plan) || !(slug === language || slug.startsWith(`${language}/`))) return slug;
  return slug.slice(language.length).replace(/^\//, "");
}

/** The languages whose global story has this slug in the default language; empty for any other story. */
export function globalStoryLanguages(plan: PullPlan, defaultSlug: string): string[] {
  const slug = defaultSlug.replace(/\/$/, "");
  if (plan.global === "") return [];
  if (slug === plan.global) return plan.dimensions.map(({ language }) => language);
  return plan.folders
    .filter(({ names }) => names.some((name) => slug === `${name}/${plan.global}`))
    .map(({ language }) => language);
}
