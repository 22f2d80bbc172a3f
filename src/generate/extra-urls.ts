/** What the sitemap has besides the pages of stories: pages without a story, and what the definition adds. */
import { appendTo } from "../content/append-to.ts";
import { languageVersions } from "../content/head.ts";
import type { Payload } from "../content/payload.ts";
import { languageOfPath, publicPath } from "../content/rules/paths.ts";
import { createSitePages } from "../content/site-pages.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import type { SitemapEntry } from "../render/sitemap.ts";
import { createSiteReader, headsOf, type PageTexts } from "./outputs/site-reader.ts";
import type { RenderContext } from "./render-context.ts";
import { locatingErrors } from "./source-location.ts";

/** Entries by the folder of their domain. */
export type ExtraUrls = ReadonlyMap<string, readonly SitemapEntry[]>;

export function extraUrls(context: RenderContext, texts: PageTexts): ExtraUrls {
  const urls = new Map<string, SitemapEntry[]>();
  if (context.settings.environment !== "production") return urls;
  addOwnRoutes(urls, context, texts);
  addDeclared(urls, context, texts);
  return urls;
}

function addOwnRoutes(
  urls: Map<string, SitemapEntry[]>,
  { site, definition, settings }: RenderContext,
  texts: PageTexts,
) {
  if (!definition.routes?.length) return;
  for (const { own, path, lang } of site.routes) {
    if (!own || definition.routes[own.route]?.sitemap === false) continue;
    const json = texts.payload(path);
    // Published by this build or the last one.
    if (json === null || (JSON.parse(json) as Payload).head.robots !== "") continue;
    const language = languageOfPath(path, settings.languages);
    const alternates = languageVersions(settings, { ...own.translations, [lang]: path });
    appendTo(urls, language.folder, { path: publicPath(path, language), lastmod: "", alternates });
  }
}

function addDeclared(urls: Map<string, SitemapEntry[]>, context: RenderContext, texts: PageTexts) {
  const { definition, settings, site } = context;
  const { sitemap } = definition;
  if (!sitemap) return;
  const reader = createSiteReader(definition.languages[0].code, {
    ...{ context, texts, pages: createSitePages(site, definition, headsOf(texts, settings)) },
    earlier: [],
    filesOf: () => [],
    record: () => undefined,
    onProblem: (problem) => context.problems.push(problem),
  });
  for (const one of additionsOf(() => sitemap(reader))) {
    const { path, lastmod = "" } = typeof one === "string" ? { path: one } : one;
    const language = settings.languages.find((each) =>
      path.startsWith(`${each.origin || settings.origin}${settings.base}`),
    );
    const here = language ? path.slice((language.origin || settings.origin).length + settings.base.length - 1) : path;
    if (!here.startsWith("/")) throw invalid(`The entry ${JSON.stringify(path)} is no path or URL of the site.`);
    const of = language ?? languageOfPath(here, settings.languages);
    appendTo(urls, of.folder, { path: publicPath(here, of), lastmod, alternates: [] });
  }
}

type Addition = string | { path: string; lastmod?: string };

function additionsOf(make: () => unknown): Addition[] {
  const found = attempt(make);
  if (Array.isArray(found) && found.every(isAddition)) return found;
  throw invalid("`sitemap` has to return a list of paths or of { path, lastmod }, with a date such as 2026-01-31.");
}

function attempt(make: () => unknown): unknown {
  try {
    return locatingErrors(make);
  } catch (cause) {
    throw invalid(messageOf(cause));
  }
}

function isAddition(value: unknown): value is Addition {
  if (typeof value === "string") return true;
  if (typeof value !== "object" || value === null || !("path" in value) || typeof value.path !== "string") return false;
  return !("lastmod" in value) || value.lastmod === undefined || isDate(value.lastmod);
}

/** As sitemaps have them: a day, or a time with its zone. */
function isDate(value: unknown): boolean {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
  return typeof value === "string" && form.test(value) && !Number.isNaN(Date.parse(value));
}

function invalid(message: string): Error {
  return sitegenError("ROUTE_INVALID", { message: `The key "sitemap" failed: ${message}`, where: "sitemap" });
}
