/** The pages of the definition's `routes`, which have no story, among those of the site's map. */

import type { Route, Site } from "../content/map/site.ts";
import { storyName } from "../content/map/site.ts";
import { ownPath, type RouteOfOwn } from "../content/page/own-page.ts";
import { createSitePages } from "../content/page/site-pages.ts";
import { requirePlain } from "../content/rules/plain-json.ts";
import { reservedPathError } from "../content/rules/reserved-paths.ts";
import type { PageGraph } from "../incremental/page-graph.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Problem } from "../problems/problem.ts";
import type { Language } from "../site/languages.ts";
import type { SiteReader } from "../site/outputs.ts";
import type { RouteDefinition, RouteParams } from "../site/routes.ts";
import { compareText } from "../util/compare-text.ts";
import { createSiteReader } from "./outputs/site-reader.ts";
import { createRenderContext, type RenderContext, type RenderContextInput } from "./render-context.ts";
import { locatingErrors, withPlace } from "./source-location.ts";
import type { Moved } from "./what-moved.ts";

export function withOwnRoutes(input: RenderContextInput): RenderContext {
  const context = createRenderContext(input);
  if (!input.definition.routes?.length) return context;
  const { site } = input;
  const problems: Problem[] = [];
  const own = ownRoutes(context, problems);
  const routes = [...site.routes, ...own].sort((a, b) => compareText(a.path, b.path));
  const extended: Site = { ...site, routes, paths: new Set(routes.map(({ path }) => path)) };
  // The shared states may ask whether one of these pages exists.
  const whole = createRenderContext({ ...input, site: extended });
  whole.problems.push(...problems);
  return whole;
}

type PathAndParams = RouteParams & { path: string };

interface Asked {
  route: RouteDefinition;
  place: number;
  language: Language;
}

function ownRoutes(context: RenderContext, problems: Problem[]): RouteOfOwn[] {
  const { definition, site } = context;
  const pages = createSitePages(site, definition);
  const readerIn = (lang: string) =>
    createSiteReader(lang, {
      context,
      pages,
      onProblem: (problem) => problems.push(withPlace(problem)),
    });
  const taken = new Map<string, string>();
  return (definition.routes ?? []).flatMap((route, place) => {
    const params = definition.languages.map((language) => {
      const own = paramsOf({ route, place, language }, readerIn(language.code));
      return { language, own, byKey: byTranslationKey(own, { route, place, language }) };
    });
    return params.flatMap(({ language, own }) =>
      own.map((one): RouteOfOwn => {
        const path = ownPath(one.path, language);
        claim(path, { place, own: `routes.${place}${nameOf(route)}${said(one)}` }, { context, taken });
        const others = params.flatMap(({ language: other, byKey }) => {
          const same = byKey.get(translationKey(one, route));
          return same && other.code !== language.code ? [[other.code, ownPath(same.path, other)] as const] : [];
        });
        return {
          path,
          lang: language.code,
          uuid: "",
          listing: null,
          own: { route: place, params: one, translations: Object.fromEntries(others) },
        };
      }),
    );
  });
}

/** What a page has in common with its translations. */
function translationKey({ path, translationKey = path }: PathAndParams, route: RouteDefinition): string {
  return typeof route.path === "object" ? "" : translationKey;
}

function byTranslationKey(
  own: readonly PathAndParams[],
  { route, place, language }: Asked,
): Map<string, PathAndParams> {
  const found = new Map<string, PathAndParams>();
  for (const one of own) {
    const key = translationKey(one, route);
    const other = found.get(key)?.path;
    if (other !== undefined && other !== one.path)
      throw invalid(
        place,
        `${other} and ${one.path} have the same translationKey ${JSON.stringify(key)} in "${language.code}".`,
      );
    found.set(key, one);
  }
  return found;
}

/** The params of each page of a route in a language, with paths below the language's home. */
function paramsOf({ route, place, language }: Asked, reader: SiteReader): PathAndParams[] {
  if (!route.paths) {
    const path = typeof route.path === "object" ? route.path[language.code] : route.path;
    return path === undefined ? [] : [{ path }];
  }
  const { paths } = route;
  const found: unknown = attempt(`routes.${place}.paths`, () => paths(reader));
  if (!Array.isArray(found)) throw invalid(place, "`paths` has to return a list.");
  attempt(`routes.${place}.paths`, () => requirePlain(found, "`paths`"));
  return found.map((one: unknown) => {
    const given = typeof one === "string" ? { path: one } : one;
    if (typeof given !== "object" || given === null || !("path" in given) || typeof given.path !== "string")
      throw invalid(place, `\`paths\` has to return texts or objects with a path, not ${JSON.stringify(one)}.`);
    if (!/^\/(?:.*\/)?$/.test(given.path))
      throw invalid(place, `The path ${JSON.stringify(given.path)} needs slashes at both ends.`);
    const { path, params, ...rest } = given as { path: string; params?: RouteParams } & RouteParams;
    return JSON.parse(JSON.stringify({ path, ...rest, ...params })) as PathAndParams;
  });
}

/** Throws if a story or another route has the path, or no page can be there. */
function claim(
  path: string,
  { place, own }: { place: number; own: string },
  { context, taken }: { context: RenderContext; taken: Map<string, string> },
): void {
  const { site, definition } = context;
  const fault = reservedPathError(path, definition);
  if (fault !== "") throw invalid(place, `No page can be at ${path}: ${fault}.`);
  const story = site.byPath.get(path);
  const owner = story ? `the story "${storyName(story)}"` : site.paths.has(path) ? "a listing's page" : taken.get(path);
  if (owner !== undefined)
    throw sitegenError("ROUTE_TAKEN", { message: `The route ${path} (${own}) is also the path of ${owner}.` });
  taken.set(path, own);
}

/** What `paths` said of a page: two of one path differ in it, such as in tags that editors spelt differently. */
function said({ path: _, ...params }: PathAndParams): string {
  return Object.keys(params).length === 0 ? "" : `, ${JSON.stringify(params)}`;
}

function nameOf({ page }: RouteDefinition): string {
  return typeof page === "function" && page.name !== "" ? `, page ${page.name}` : "";
}

function attempt<T>(key: string, work: () => T): T {
  try {
    return locatingErrors(work);
  } catch (cause) {
    const message = messageOf(cause);
    throw sitegenError("ROUTE_INVALID", { message: `The key "${key}" failed: ${message}`, cause });
  }
}

function invalid(place: number, message: string): Error {
  return sitegenError("ROUTE_INVALID", { message, where: `routes.${place}` });
}

/** The moved routes, together with those of pages without a story that were added or removed. */
export function withOwnMoves(
  moved: Moved | null,
  { site, definition }: Pick<RenderContext, "site" | "definition">,
  graph: Pick<PageGraph, "get" | "paths">,
): Moved | null {
  if (!moved || !definition.routes?.length) return moved;
  const gone = new Set(moved.removed.map(({ path }) => path));
  const removed = graph
    .paths()
    .flatMap((path): Route[] =>
      site.paths.has(path) || gone.has(path)
        ? []
        : [{ path, lang: definition.languages[0].code, uuid: "", listing: null }],
    );
  const added = site.routes.filter(({ own, path }) => own && !graph.get(path));
  return { ...moved, added: [...moved.added, ...added], removed: [...moved.removed, ...removed] };
}
