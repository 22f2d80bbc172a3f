/** The pages that a page's dependencies name: a link to one of them is looked at again when that page comes or goes. */
import type { Lang } from "../content/model.ts";
import { entryInOtherLanguage } from "../content/site-reader.ts";
import { DEPENDENCY_KINDS, type Kind, type NamedPages, parseDependency } from "../incremental/dependency-kinds.ts";
import { forLanguage } from "../site/by-language.ts";
import type { RenderContext } from "./render-context.ts";

export interface NamingContext extends Pick<RenderContext, "sharedDependencies"> {
  site: Pick<RenderContext["site"], "entries" | "lists">;
}

export interface NamedByPage {
  /** Paths that the dependencies of a page name. */
  own(lang: Lang, dependencies: readonly string[]): ReadonlySet<string>;
  /** What those of header and footer name, on every page of a language. */
  shared(lang: Lang): SharedPages;
}

export interface SharedPages {
  paths: ReadonlySet<string>;
  /** Addresses that were found to lead to one of the paths. */
  addresses: Set<string>;
}

export function createNamedPages(context: NamingContext): NamedByPage {
  const ofLanguages = new Map<Lang, SharedPages>();
  const makeShared = (lang: Lang): SharedPages => {
    const dependencies = context.sharedDependencies.flatMap(([one, dependency]) => (one === lang ? [dependency] : []));
    const pages = { paths: namedPaths(lang, dependencies, context), addresses: new Set<string>() };
    ofLanguages.set(lang, pages);
    return pages;
  };
  return {
    own: (lang, dependencies) => namedPaths(lang, dependencies, context),
    shared: (lang) => ofLanguages.get(lang) ?? makeShared(lang),
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
