import type { Site } from "../content/map/site.ts";
import type { StorySummary } from "../content/map/story-summary.ts";
import { folderLanguage } from "../content/rules/languages.ts";
import { sitegenError } from "../problems/errors.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { forLanguage } from "../site/by-language.ts";
import type { Language } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpaceOf, MAIN_SPACE, spaceOf } from "../site/spaces.ts";
import { compareText } from "../util/compare-text.ts";
import type { MappedSpace } from "./map-space.ts";

/**
 * Reports once that space and site definition do not match, with what was found and what to write. Throws
 * BUILD_NO_PAGES (exit 1) if no story of the space is a page.
 */
export function checkSpaceFitsDefinition(mapped: Pick<MappedSpace, "stories" | "site" | "definition" | "pulled">) {
  const { site, definition, pulled } = mapped;
  /** Of a language's space. Reads every story, so only where something does not fit. */
  const stories = (lang: string) => mapped.stories.summaries()[inSpaceOf(definition, lang).languages[0].code] ?? [];
  if (site.routes.every(({ own }) => own)) {
    const found = stories(definition.languages[0].code);
    if (found.length > 0) throw noPages(found, definition);
    return;
  }
  site.problems.push(...misfits(stories, { site, definition, found: pulled.spaceLanguages }));
}

function noPages(stories: readonly StorySummary[], { pageTypes }: ResolvedSite): Error {
  const found = countsOf(stories);
  const counts = found.map(([component, count]) => `${component} (${count})`).join(", ");
  const names = found.map(([component]) => `${JSON.stringify(component)}: {}`).slice(0, 3);
  return sitegenError("BUILD_NO_PAGES", {
    message: `No story of the space is a page: the site definition has the page types ${Object.keys(pageTypes).join(", ")}, the space has stories of ${counts}.`,
    hint: `Add the root components of pages to "pageTypes" in the site definition, for example { ${names.join(", ")} }.`,
  });
}

/** Root components with the number of their stories, the most frequent first. */
function countsOf(stories: readonly StorySummary[]): [component: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { component } of stories) counts.set(component, (counts.get(component) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).slice(0, 8);
}

interface Fit {
  site: Site;
  definition: ResolvedSite;
  /** Codes of the main space's languages other than the default, if known. */
  found: readonly string[] | null;
}

function misfits(stories: (lang: string) => readonly StorySummary[], { site, definition, found }: Fit): Problem[] {
  return definition.languages.flatMap((language): Problem[] => {
    const { code, home } = language;
    if (forLanguage(site.entries, code).size === 0) return [noLanguage(language, stories(code), { definition, found })];
    if (site.byPath.has(home)) return [];
    const slugs = stories(code)
      .map(({ fullSlug }) => fullSlug.replace(/\/$/, ""))
      .filter((slug) => !slug.includes("/"));
    return [
      misfit(
        `${nameOfSpace(language)} has no home story in the language "${code}": there is no page at ${home}, since no published story has the slug "${definition.home}"; its root has ${listed(slugs)}.`,
        'Publish it, or set "home" in the site definition to the slug of the home story.',
      ),
    ];
  });
}

function nameOfSpace(language: Language): string {
  const space = spaceOf(language);
  return space === MAIN_SPACE ? "The space" : `The space "${space}"`;
}

function noLanguage(
  language: Language,
  stories: readonly StorySummary[],
  { definition, found }: Pick<Fit, "definition" | "found">,
): Problem {
  const { code } = language;
  const rules = inSpaceOf(definition, code);
  const none = `${nameOfSpace(language)} has no story in the language "${code}"`;
  if (rules.translation === "folders") {
    const folders = stories.map(({ fullSlug }) => fullSlug.split("/")[0] ?? "");
    const others = folders.filter((folder) => folderLanguage(folder, rules) === undefined);
    return misfit(
      `${none}; its root folders that belong to no language are ${listed(others)}.`,
      'Name the language\'s root folder by its code or "prefix", or remove it from "languages" in the site definition.',
    );
  }
  const isKnown = found !== null && spaceOf(language) === MAIN_SPACE;
  return misfit(
    `${none}${isKnown ? `; beside the default language it has ${listed(found)}` : ""}.`,
    'Add the language to the space, or change the code in "languages" of the site definition.',
  );
}

function listed(names: readonly string[]): string {
  const different = [...new Set(names)].sort();
  if (different.length === 0) return "none";
  return different.length > 8
    ? `${different.slice(0, 8).join(", ")} and ${different.length - 8} more`
    : different.join(", ");
}

function misfit(message: string, hint: string): Problem {
  return createProblem("warning", "SITE_MISFIT", { message, hint });
}
