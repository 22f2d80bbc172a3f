import { folderLanguage } from "../content/rules/languages.ts";
import type { Site, StorySummaries } from "../content/site.ts";
import type { StorySummary } from "../content/story-summary.ts";
import { sitegenError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import { at } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/**
 * Says once where space and site definition do not fit, with what was found and what to write. A space of which no
 * story is a page stops the command (BUILD_NO_PAGES, exit 1).
 */
export function checkSpaceFitsDefinition(summaries: StorySummaries, site: Site, definition: ResolvedSite): void {
  const stories = summaries[definition.languages[0].code] ?? [];
  if (site.routes.length === 0 && stories.length > 0) {
    const found = countsOf(stories);
    const names = found.map(([component]) => `${JSON.stringify(component)}: {}`).slice(0, 3);
    throw sitegenError("BUILD_NO_PAGES", {
      message: `No story of the space is a page: the site definition has the page types ${Object.keys(definition.pageTypes).join(", ")}, the space has stories of ${found.map(([component, count]) => `${component} (${count})`).join(", ")}.`,
      hint: `Write the root components of pages into "pageTypes" of the site definition, for example { ${names.join(", ")} }.`,
    });
  }
  if (site.routes.length > 0) site.problems.push(...misfits(stories, site, definition));
}

/** Root components with the number of their stories, the most frequent first. */
function countsOf(stories: readonly StorySummary[]): [component: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { component } of stories) counts.set(component, (counts.get(component) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 8);
}

function misfits(stories: readonly StorySummary[], site: Site, definition: ResolvedSite): Problem[] {
  return definition.languages.flatMap((language): Problem[] => {
    if (at(site.entries, language.code).size === 0) {
      const folders = new Set(stories.map(({ fullSlug }) => fullSlug.split("/")[0] ?? ""));
      const inFolders = definition.translation === "folders";
      const found = [...folders].filter((folder) => folderLanguage(folder, definition) === undefined).slice(0, 8);
      return [
        misfit({
          message: `The space has no story in the language "${language.code}"${inFolders ? `; its root folders of no language are ${found.join(", ") || "none"}` : ""}.`,
          hint: inFolders
            ? 'Name the language\'s root folder by its code or "prefix", or remove it from "languages" in the site definition.'
            : 'Add the language to the space, or remove it from "languages" in the site definition.',
        }),
      ];
    }
    if (site.byPath.has(language.home)) return [];
    return [
      misfit({
        severity: "info",
        message: `The space has no home story in the language "${language.code}": no page lies at ${language.home}, since no published story has the slug "${definition.home}".`,
        hint: 'Publish it, or write the slug of the home story at "home" in the site definition.',
      }),
    ];
  });
}

function misfit({
  severity = "warning",
  message,
  hint,
}: Pick<Problem, "message" | "hint"> & Partial<Problem>): Problem {
  return { severity, code: "SITE_MISFIT", message, story: "", path: "", hint };
}
