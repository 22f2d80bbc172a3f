/** `sitegen check`: finds everything that is wrong in the content, without writing anything. */
import { checkFiles } from "../check/check-files.ts";
import { type CheckedPage, type CheckRules, checkGlobal, checkPage } from "../check/check-page.ts";
import { checkSite } from "../check/check-site.ts";
import { checkHeadFields } from "../check/head-fields.ts";
import { checkWords } from "../check/missing-words.ts";
import { type Route, routesAt, type Site, storyName } from "../content/map/site.ts";
import { unknownWord } from "../content/rules/known-name.ts";
import { responseLanguage } from "../content/rules/languages.ts";
import { withoutOuterSlashes } from "../content/rules/paths.ts";
import { messageOf } from "../problems/cause.ts";
import type { Problem } from "../problems/problem.ts";
import type { Space } from "../site/api/model.ts";
import type { Payload } from "../site/api/payload.ts";
import { forLanguage } from "../site/by-language.ts";
import { domainPath } from "../site/domains.ts";
import type { Language } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpace, MAIN_SPACE, type StoryRef, spacesOf, storyRef } from "../site/spaces.ts";
import type { BuildOptions } from "./build-options.ts";
import { collectProblems } from "./collect-problems.ts";
import { spaceIdOf } from "./content-service.ts";
import { gatherRedirects } from "./gather-redirects.ts";
import { createSitemapPages } from "./outputs/sitemap-pages.ts";
import { styleProblemsOf } from "./prepare-client.ts";
import { withPreparedPages } from "./prepare-render.ts";
import { publicFiles } from "./public-files.ts";
import { redirectedRenames } from "./rename-record.ts";
import type { RenderContext } from "./render-context.ts";
import { type RenderedPage, renderFailed, renderRoute } from "./render-route.ts";
import { withPlace } from "./source-location.ts";

/** A story with its name in the editor. */
export interface NamedStory extends StoryRef {
  name: string;
}

export type CheckResult = Awaited<ReturnType<typeof check>>;

/** Receives each page that can be rendered. */
export type TakePage = (route: Route, page: Pick<RenderedPage, "html" | "json">) => void;

export async function check(options: BuildOptions, takePage: TakePage = () => undefined) {
  const { config, reporter } = options;
  return withPreparedPages(options, async ({ service, opened, mapped, sources, made }) => {
    const { pulled, definition, renames } = mapped;
    const { context, assets, client } = made;
    const { site } = context;
    reporter.step("Checking");
    const failed: Problem[] = [];
    const { datasources } = pulled.space;
    // A resolved block has its schema's own name without the platform's.
    const schemas = new Map(context.catalogue.all().map(({ schema }) => [schema.name, schema]));
    const rules = { pageTypes: definition.pageTypes, schemaOf: (name: string) => schemas.get(name), datasources };
    const globals = definition.languages.map((language) => {
      const { global } = forLanguage(context.shared, language.code);
      return checkGlobal({ global, lang: language.code, story: globalName(language, definition) }, rules);
    });
    // Only here: a build does not make every page, nor again for a story that may have such a field.
    context.sources.schema = context.catalogue.schema;
    context.watched.onMissing = (lang, name) => context.problems.push(withPlace(unknownWord(lang, name)));
    const pages = checkPages(context, { rules, failed, takePage, signal: options.signal });
    const redirects = await gatherRedirects(config, { ...mapped, site });
    const own = [...globals, ...pages].flatMap((page) => page.problems);
    const files = assets.problems.length > 0 ? missingFiles(context, assets.lookup) : [];
    const across = checkSite({
      pages,
      globals,
      site,
      rules: redirects.rules,
      definition,
      address: context.settings,
      files: context.domains.flatMap((domain) => publicFiles(config).map(({ path }) => `/${domainPath(domain, path)}`)),
      sitemap: sitemapAdditions(context),
    });
    const ofAssets = assets.problems.map(({ problem }) => problem);
    const lists = [
      ...[pulled, site, redirects, context, sources].map((step) => step.problems),
      ofAssets,
      await styleProblemsOf(client, config),
    ];
    const heads = [...checkHeadFields(definition, context.catalogue.schema), ...checkWords(definition, datasources)];
    const problems = collectProblems({ config, strict: false, lists: [...lists, failed, heads, own, files, across] });
    await pulled.confirm?.();
    const ids = opened.spaces.map((space) => [space, spaceIdOf(space, options)] as const);
    return {
      problems,
      /** Stories by the name in problems, and the ids of their spaces, for links to the visual editor. */
      stories: storiesByName(pulled.space, site, definition),
      spaceIds: new Map(ids).set(MAIN_SPACE, service.spaceId || spaceIdOf(MAIN_SPACE, options)),
      pages: site.routes.length,
      /** Redirects that sitegen recorded for renamed stories, for the owner to move into a redirect file. */
      renames: redirectedRenames(renames, definition),
    };
  });
}

/** A block that throws is reported too, and the other pages are still checked. */
function checkPages(
  context: RenderContext,
  of: { rules: CheckRules; failed: Problem[]; takePage: TakePage; signal: BuildOptions["signal"] },
): CheckedPage[] {
  const { rules, failed, takePage, signal } = of;
  const { site } = context;
  return site.routes.flatMap((route) => {
    signal?.throwIfAborted();
    const entry = forLanguage(site.entries, route.lang).get(route.uuid);
    const story = entry ? storyName(entry) : withoutOuterSlashes(route.path);
    try {
      const made = renderRoute(route, context);
      takePage(route, made);
      const page = checkPage({ payload: JSON.parse(made.json) as Payload, html: made.html, story }, rules);
      return [{ ...page, path: route.path, problems: [...made.problems, ...page.problems] }];
    } catch (cause) {
      const message = messageOf(cause);
      failed.push(renderFailed(route.path, message, { story, path: /^body\[\d+\]/.exec(message)?.[0] ?? "" }));
      return [];
    }
  });
}

/** Paths that the definition adds to the sitemap, and those of pages without a story. */
function sitemapAdditions(context: RenderContext): string[] {
  if (!context.definition.sitemap) return [];
  const { site, domains } = context;
  const made = (path: string) => {
    const [route] = routesAt(path, site);
    try {
      return route ? renderRoute(route, context) : null;
    } catch {
      return null; // reported for the page
    }
  };
  const sitemap = createSitemapPages(context, {
    payload: (path) => made(path)?.json ?? null,
    html: (path) => Buffer.from(made(path)?.html ?? ""),
    hash: (path) => made(path)?.json ?? null,
  });
  return domains.flatMap(({ languages: [{ code }] }) =>
    sitemap.added(code, { index: 0, of: 1 }).map(({ path }) => path),
  );
}

function missingFiles({ space, site, definition }: RenderContext, lookup: Parameters<typeof checkFiles>[1]): Problem[] {
  return definition.languages.flatMap((language) => [
    ...checkFiles(space.global[language.code]?.content, lookup, globalName(language, definition)),
    ...[...forLanguage(site.entries, language.code).values()].flatMap((entry) => {
      const content = space.story(responseLanguage(entry, definition), entry.uuid)?.content;
      return checkFiles(content, lookup, storyName(entry));
    }),
  ]);
}

/** Name in problems of a language's global story. */
function globalName({ home }: Language, { global }: ResolvedSite): string {
  return `${home.slice(1)}${global}`;
}

/** Stories by the names used in problems: a story's page, or its slug if it has none. Pages take precedence. */
function storiesByName(space: Space, site: Site, definition: ResolvedSite): Map<string, NamedStory> {
  const stories = new Map<string, NamedStory>();
  const note = (path: string, { id, name }: Pick<NamedStory, "id" | "name">, language: Language) =>
    stories.set(withoutOuterSlashes(path), { ...storyRef(id, language), name });
  // The main space last, since only its stories without a page are named by their bare slugs.
  for (const name of spacesOf(definition.languages).reverse()) {
    const [first, ...others] = inSpace(definition, name).languages;
    for (const story of space.stories(first.code)) {
      for (const one of others) note(`${one.code}/${story.full_slug}`, story, one);
      note(story.full_slug, story, first);
    }
  }
  for (const language of definition.languages) {
    const global = space.global[language.code];
    if (global) note(globalName(language, definition), global, language);
    for (const entry of forLanguage(site.entries, language.code).values()) note(storyName(entry), entry, language);
  }
  return stories;
}
