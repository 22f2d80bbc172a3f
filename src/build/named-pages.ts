/** The pages that a page's dependencies name: a link to one of them is looked at again when that page comes or goes. */
import type { Lang } from "../content/model.ts";
import { entryInOtherLanguage } from "../content/site-reader.ts";
import { DEPENDENCY_KINDS, type Kind, type NamedPages, parseDependency } from "../incremental/dependency-kinds.ts";
import { forLanguage } from "../site/by-language.ts";
import type { RenderContext } from "./render-context.ts";

export interface NamingContext extends Pick<RenderContext, "sharedDependencies"> {
  site: Pick<RenderContext["site"], "entries" | "lists">;
}

/** Returns the paths that the dependencies of a page and of its header and footer name. */
export function createNamedPages(
  context: NamingContext,
): (lang: Lang, dependencies: readonly string[]) => (path: string) => boolean {
  const shared = new Map<Lang, ReadonlySet<string>>();
  const inShared = (lang: Lang): ReadonlySet<string> => {
    const own = context.sharedDependencies.flatMap(([one, dependency]) => (one === lang ? [dependency] : []));
    const paths = shared.get(lang) ?? namedPaths(lang, own, context);
    shared.set(lang, paths);
    return paths;
  };
  return (lang, dependencies) => {
    const own = namedPaths(lang, dependencies, context);
    return (path) => own.has(path) || inShared(lang).has(path);
  };
}

function namedPaths(lang: Lang, dependencies: readonly string[], { site }: NamingContext): Set<string> {
  const entries = forLanguage(site.entries, lang);
  const present: NamedPages = {
    lists: forLanguage(site.lists, lang),
    entry: (uuid) => entries.get(uuid),
    entryInOtherLanguage: (uuid) => entryInOtherLanguage(site, lang, uuid),
  };
  const paths = new Set<string>();
  for (const dependency of dependencies) {
    const { kind, subject } = parseDependency(dependency);
    const { paths: named }: Kind = DEPENDENCY_KINDS[kind];
    for (const path of named?.(subject, present) ?? []) paths.add(path);
  }
  return paths;
}
