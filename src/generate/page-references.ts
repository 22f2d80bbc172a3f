import { entryInOtherLanguage } from "../content/page/site-reader.ts";
import { decodeEntities } from "../content/rules/html-entities.ts";
import { withoutOuterSlashes } from "../content/rules/paths.ts";
import type { NamedPages } from "../incremental/current-site.ts";
import { DEPENDENCY_KINDS, type Kind, parseDependency } from "../incremental/dependency-kinds.ts";
import type { PageGraph } from "../incremental/page-graph.ts";
import { sitegenError } from "../problems/errors.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { servedPath } from "../publish/page-files.ts";
import { fileOfReference } from "../publish/paths.ts";
import type { PageFiles } from "../render/head.ts";
import type { Lang } from "../site/api/model.ts";
import { type ByLanguage, forLanguage } from "../site/by-language.ts";
import { domainPath } from "../site/domains.ts";
import { actionOf } from "../site/forms/define-form.ts";
import { languageOf } from "../site/languages.ts";
import { compareText } from "../util/compare-text.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import type { RenderContext } from "./render-context.ts";

/** Local files that one page refers to. */
export interface PageReferences {
  /** Files of the site and assets; only those that were not reported before. */
  assets: string[];
  /** Other files, but for pages that its dependencies or the definition name: typed addresses, redirects, broken links. */
  loose: readonly string[];
}

/** The part of the render context that decides whether a URL belongs to the site. */
export interface ReferenceContext extends NamingContext {
  site: NamingContext["site"] & Pick<RenderContext["site"], "paths" | "routes">;
  settings: Pick<RenderContext["settings"], "base" | "contactEndpoint">;
  files: ByLanguage<Pick<PageFiles, "feeds">>;
  definition: Pick<RenderContext["definition"], "languages" | "forms" | "routes">;
}

export interface ReferringPage {
  path: string;
  lang: Lang;
  dependencies: readonly string[];
}

/**
 * Finds the references among the addresses in a page (page-renderer.ts). Left out are links to the page itself, and to
 * pages that its dependencies name: when one of those goes, the page is made again anyway.
 */
export function createReferenceFinder(
  context: ReferenceContext,
): (page: ReferringPage, addresses: readonly string[]) => PageReferences {
  const { site, settings, files, definition } = context;
  const { base } = settings;
  const sharedIn = new Map<Lang, SharedPages>();
  const sharedPages = (lang: Lang): SharedPages => {
    const dependencies = context.sharedDependencies.flatMap(([one, dependency]) => (one === lang ? [dependency] : []));
    return { paths: namedPaths(lang, dependencies, context), addresses: new Set() };
  };
  const seenIn = new Map<string, Set<string>>();
  // A missing home is reported once, by checkSpaceFitsDefinition, not for every page that links to it.
  const homes = definition.languages.map(({ home }) => home);
  // Such a route goes with the definition's code, after which all pages are made again.
  const fixed = site.routes.flatMap(({ path, own }) => (own && !definition.routes?.[own.route]?.paths ? [path] : []));
  const known = new Set([...homes, ...fixed]);
  return ({ path, lang, dependencies }, addresses) => {
    const language = languageOf(definition.languages, lang);
    // What a form posts to is a function of the host, not a page.
    const actions = [settings.contactEndpoint, ...(definition.forms ?? []).map(actionOf)];
    const seen = getOrInsert(seenIn, language.folder, () => new Set(actions));
    const shared = getOrInsert(sharedIn, lang, () => sharedPages(lang));
    const assets: string[] = [];
    const others = new Set<string>();
    const isKnownOrFeed = (to: string, address: string) =>
      known.has(to) || forLanguage(files, lang).feeds.some((feed) => feed.href === address);
    const note = (found: string) => {
      if (seen.has(found) || shared.addresses.has(found)) return;
      // A substring keeps the whole page's text in memory; a copy does not.
      const address = Buffer.from(found).toString();
      const here = fileOfReference(decodeEntities(address.slice(base.length)));
      const file = domainPath(language, here);
      if (here.startsWith("_assets/")) {
        assets.push(file);
      } else if (shared.paths.has(servedPath(file)) && site.paths.has(servedPath(file))) {
        shared.addresses.add(address);
        return;
      } else if (!isKnownOrFeed(servedPath(file), address)) {
        others.add(file);
        return;
      }
      seen.add(address);
    };
    addresses.forEach(note);
    const own = namedPaths(lang, dependencies, context);
    const isKnown = (to: string) => to === path || (site.paths.has(to) && own.has(to));
    return { assets, loose: [...others].filter((file) => !isKnown(servedPath(file))) };
  };
}

interface NamingContext extends Pick<RenderContext, "sharedDependencies"> {
  site: Pick<RenderContext["site"], "entries" | "lists">;
  definition: Pick<RenderContext["definition"], "languages">;
}

/** The pages that the dependencies of header and footer name, on every page of a language. */
interface SharedPages {
  paths: ReadonlySet<string>;
  /** Addresses that were found to lead to one of the paths. */
  addresses: Set<string>;
}

/** The pages that dependencies name: when one comes or goes, a page that links to it is made again anyway. */
function namedPaths(lang: Lang, dependencies: readonly string[], context: NamingContext): Set<string> {
  const { site } = context;
  const entries = forLanguage(site.entries, lang);
  const present: NamedPages = {
    lists: forLanguage(site.lists, lang),
    entry: (uuid) => entries.get(uuid),
    entryInOtherLanguage: (uuid) => entryInOtherLanguage(context, lang, uuid),
  };
  const paths = new Set<string>();
  for (const dependency of dependencies) {
    const { kind, subject } = parseDependency(dependency);
    const { paths: named }: Kind = DEPENDENCY_KINDS[kind];
    for (const path of named?.(subject, present) ?? []) paths.add(path);
  }
  return paths;
}

export type References = ReturnType<typeof createReferences>;

/** References of a build's pages: assets of those that were rendered, and other files of all. */
export function createReferences() {
  const assets = new Map<string, string>();
  return {
    add(page: string, files: readonly string[]): void {
      for (const file of files) if (!assets.has(file)) assets.set(file, page);
    },
    /** Throws for a missing asset; a broken link is only a problem, since the editor has to fix it. */
    verify(output: Pick<OutputTransaction, "has">, graph: Pick<PageGraph, "loose">): Problem[] {
      for (const [file, page] of assets) {
        if (isThere(file, output.has)) continue;
        throw sitegenError("PUBLISH_INCOMPLETE", {
          message: `${page} refers to ${file}, which is not part of the build.`,
        });
      }
      const broken = graph.loose().filter(([, file]) => !isThere(file, output.has));
      return broken.sort(([a], [b]) => compareText(a, b)).map(([page, file]) => brokenLink(file, page));
    },
  };
}

function isThere(file: string, has: (file: string) => boolean): boolean {
  return has(file) || has(`${file}/index.html`);
}

function brokenLink(file: string, page: string): Problem {
  return createProblem("warning", "CONTENT_BROKEN_ADDRESS", {
    message: `A link leads to ${servedPath(file)}, where the site has no page.`,
    story: withoutOuterSlashes(page) || "home",
    hint: "Choose the story instead of typing its address, or fix the address.",
  });
}
