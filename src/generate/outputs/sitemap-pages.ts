/** What sitemaps list: the pages of stories that search engines may index, those without a story, and what the definition adds. */

import { isIndexedIn, isUnindexed } from "../../content/lists/listing.ts";
import { type Route, routesAt } from "../../content/map/site.ts";
import { languageVersions } from "../../content/page/head.ts";
import { createSitePages } from "../../content/page/site-pages.ts";
import { decodeUriPart } from "../../content/rules/decode.ts";
import { languageOfPath, publicPath } from "../../content/rules/paths.ts";
import { partOf } from "../../content/rules/split-into-parts.ts";
import { messageOf } from "../../problems/cause.ts";
import { sitegenError } from "../../problems/errors.ts";
import type { Lang, StoryEntry } from "../../site/api/model.ts";
import type { Part } from "../../site/api/page-info.ts";
import type { Payload } from "../../site/api/payload.ts";
import { forLanguage } from "../../site/by-language.ts";
import { type Domain, domainOf } from "../../site/domains.ts";
import type { SitemapEntry } from "../../site/outputs.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { appendTo } from "../../util/append-to.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { keptWith } from "../../util/kept-with.ts";
import { once } from "../../util/once.ts";
import { didYouMean } from "../../validation/did-you-mean.ts";
import type { RenderContext } from "../render-context.ts";
import { locatingErrors } from "../source-location.ts";
import type { Moved } from "../what-moved.ts";
import { createSiteReader, headsOf, type PageTexts } from "./site-reader.ts";

type Site = Pick<
  RenderContext,
  "site" | "definition" | "settings" | "domains" | "sources" | "catalogue" | "problems" | "shared"
>;

/** The site's routes by part, for each domain and number of parts, as long as there are no other routes. */
const divided = keptWith<readonly Route[], string, Map<number, Route[]>>();

export function createSitemapPages(context: Site, texts: PageTexts) {
  const { site, definition, domains } = context;
  const counts = new Map<string, number>();
  const listed = new Map<string, readonly SitemapEntry[]>();
  const touched = new Map<string, ReadonlySet<number>>();
  const additions = once(() => addedUrls(context, texts));
  const domainAt = (lang: Lang) => domainOf(lang, domains);
  const addedOn = ({ folder }: Domain): readonly SitemapEntry[] => additions().get(folder) ?? [];
  return {
    total(lang: Lang) {
      const domain = domainAt(lang);
      return getOrInsert(counts, domain.folder, () => countOf(domain, context)) + addedOn(domain).length;
    },
    ofStories(lang: Lang, part: Part): readonly SitemapEntry[] {
      const domain = domainAt(lang);
      return getOrInsert(listed, `${domain.folder} ${part.index} ${part.of}`, () =>
        inPart(domain, part, site.routes).flatMap((route) => entryOf(route, context) ?? []),
      );
    },
    added(lang: Lang, { index, of }: Part): readonly SitemapEntry[] {
      const domain = domainAt(lang);
      return addedOn(domain).filter(({ path }) => partIn(domain, path, of) === index);
    },
    /** Numbers of the parts, of so many, with a page that moved or with a translation of one. */
    moved(lang: Lang, of: number, moved: Moved): ReadonlySet<number> {
      const domain = domainAt(lang);
      const partsOf = () => new Set([...movedPaths(moved, context)].map((path) => partIn(domain, path, of)));
      return getOrInsert(touched, `${domain.folder} ${of}`, partsOf);
    },
    /** Whether other pages of stories are listed. */
    hasOthers({ added, removed, entries }: Moved): boolean {
      const isListed = (entry: StoryEntry | undefined) =>
        entry !== undefined && isInSitemap(entry, definition.pageTypes);
      return added.length + removed.length > 0 || entries.some(({ before, now }) => isListed(before) !== isListed(now));
    },
  };

  function countOf({ languages }: Domain, { site }: Site): number {
    const codes = new Set(languages.map(({ code }) => code));
    let count = 0;
    for (const { lang, uuid } of site.routes) {
      const entry = codes.has(lang) ? forLanguage(site.entries, lang).get(uuid) : undefined;
      if (entry && isInSitemap(entry, definition.pageTypes)) count += 1;
    }
    return count;
  }
}

function inPart(domain: Domain, { index, of }: Part, routes: readonly Route[]): readonly Route[] {
  const parts = divided(routes, `${domain.folder} ${of}`, () => {
    const codes = new Set(domain.languages.map(({ code }) => code));
    const all = new Map<number, Route[]>();
    for (const route of routes) if (codes.has(route.lang)) appendTo(all, partIn(domain, route.path, of), route);
    return all;
  });
  return parts.get(index) ?? [];
}

function partIn(domain: Domain, path: string, of: number): number {
  return of === 1 ? 0 : partOf(publicPath(path, domain), of);
}

/** Null for a page that search engines may not index, or without a story. */
function entryOf({ path, lang, uuid }: Route, context: Site): SitemapEntry | null {
  const { site, definition, settings } = context;
  const entry = forLanguage(site.entries, lang).get(uuid);
  if (!entry || !isInSitemap(entry, definition.pageTypes)) return null;
  // Alternates are reciprocal: every language's entry lists the paths of all others.
  const live = translationsOf(path, entry).filter(
    ([other, translated]) => site.paths.has(translated) && isIndexedIn(entry, other),
  );
  const alternates = languageVersions(settings, Object.fromEntries([...live, [lang, path]]));
  return { path, lastmod: entry.publishedAt ?? "", alternates };
}

/** Whether its language, its type and the story's fields let a page into the sitemap. */
function isInSitemap(entry: StoryEntry, pageTypes: ResolvedSite["pageTypes"]): boolean {
  if (entry.shownIn?.[entry.lang] !== undefined) return false;
  return pageTypes[entry.component]?.sitemap !== false && !isUnindexed(entry, pageTypes);
}

/** Where a page is in other languages, if it is there. */
function translationsOf(path: string, entry: StoryEntry): [lang: string, path: string][] {
  const tail = path.slice(entry.path.length);
  return Object.entries(entry.translations).map(([lang, translation]) => [lang, translation + tail]);
}

/** Paths of pages that moved, and of their translations. */
function movedPaths(moved: Moved, { site, definition }: Site): Set<string> {
  const paths = new Set<string>();
  const add = (path: string, entry: StoryEntry | undefined) => {
    paths.add(path);
    if (entry) for (const [, translated] of translationsOf(path, entry)) paths.add(translated);
  };
  const entriesBefore = new Map(moved.entries.map((one) => [`${one.lang} ${one.uuid}`, one.before]));
  for (const { path, lang, uuid } of [...moved.added, ...moved.removed]) {
    add(path, forLanguage(site.entries, lang).get(uuid));
    const before = entriesBefore.get(`${lang} ${uuid}`);
    if (before && path.startsWith(before.path)) add(path, before);
  }
  for (const uuid of new Set(moved.entries.map((one) => one.uuid)))
    for (const { code } of definition.languages)
      for (const { path } of site.routesOf(code, uuid)) add(path, forLanguage(site.entries, code).get(uuid));
  return paths;
}

/** Pages without a story and what the definition adds, each once and no page of a story, by the folder of their domain. */
function addedUrls(context: Site, texts: PageTexts): Map<string, SitemapEntry[]> {
  const urls = new Map<string, SitemapEntry[]>();
  addOwnRoutes(urls, context, texts);
  addDeclared(urls, context, texts);
  const isOfStory = (path: string) => routesAt(path, context.site).some((route) => entryOf(route, context) !== null);
  for (const [folder, entries] of urls) {
    const byPath = new Map([...entries].reverse().map((entry) => [entry.path, entry]));
    urls.set(
      folder,
      [...byPath.values()].filter(({ path }) => !isOfStory(path)),
    );
  }
  return urls;
}

function addOwnRoutes(urls: Map<string, SitemapEntry[]>, { site, definition, settings }: Site, texts: PageTexts) {
  if (!definition.routes?.length) return;
  const indexed = new Map<string, boolean>();
  const isIndexed = (path: string) =>
    getOrInsert(indexed, path, () => {
      const json = texts.payload(path);
      // Published by this build or the last one.
      return json !== null && (JSON.parse(json) as Payload).head.robots === "";
    });
  for (const { own, path, lang } of site.routes) {
    if (!own || definition.routes[own.route]?.sitemap === false || !isIndexed(path)) continue;
    const others = Object.entries(own.translations).filter(([, translated]) => isIndexed(translated));
    const alternates = languageVersions(settings, Object.fromEntries([...others, [lang, path]]));
    appendTo(urls, languageOfPath(path, settings.languages).folder, { path, lastmod: "", alternates });
  }
}

function addDeclared(urls: Map<string, SitemapEntry[]>, context: Site, texts: PageTexts) {
  const { definition, settings, site } = context;
  const { sitemap } = definition;
  if (!sitemap) return;
  const reader = createSiteReader(definition.languages[0].code, {
    context,
    texts,
    pages: createSitePages(site, definition, headsOf(texts, settings)),
    onProblem: (problem) => context.problems.push(problem),
  });
  for (const one of additionsOf(() => sitemap(reader))) {
    const { path, lastmod = "" } = typeof one === "string" ? { path: one } : one;
    const language = settings.languages.find((each) =>
      path.startsWith(`${each.origin || settings.origin}${settings.base}`),
    );
    const start = language ? (language.origin || settings.origin).length + settings.base.length - 1 : 0;
    // URLs are usually encoded, site paths are not.
    const here = decodeUriPart(path.slice(start));
    if (!here.startsWith("/")) throw invalid(`The entry ${JSON.stringify(path)} is no path or URL of the site.`);
    const { folder } = language ?? languageOfPath(here, settings.languages);
    const isInFolder = folder === "" || here.startsWith(`/${folder}/`);
    appendTo(urls, folder, { path: isInFolder ? here : `/${folder}${here}`, lastmod, alternates: [] });
  }
}

const KEYS = ["path", "lastmod"];

type Addition = string | { path: string; lastmod?: string };

function additionsOf(make: () => unknown): Addition[] {
  let found: unknown;
  try {
    found = locatingErrors(make);
  } catch (cause) {
    throw invalid(messageOf(cause));
  }
  if (Array.isArray(found) && found.every(isAddition)) {
    for (const one of found)
      for (const key of typeof one === "string" ? [] : Object.keys(one))
        if (!KEYS.includes(key)) throw invalid(`An entry has the key "${key}".${didYouMean(key, KEYS)}`);
    return found;
  }
  throw invalid("`sitemap` has to return a list of paths or of { path, lastmod }, with a date such as 2026-01-31.");
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
