/**
 * sitemap.xml of each domain; a large site's lists several sitemap files, each with the pages whose path's hash falls
 * to it.
 */

import { appendTo } from "../../content/append-to.ts";
import { languageVersions } from "../../content/head.ts";
import { isUnindexed } from "../../content/listing.ts";
import type { StoryEntry } from "../../content/model.ts";
import { publicPath } from "../../content/rules/paths.ts";
import type { Route } from "../../content/site.ts";
import type { MovedSite } from "../../content/site-model.ts";
import { type SitemapEntry, sitemapIndex, sitemapPart, sitemapPartOf, sitemapParts } from "../../render/sitemap.ts";
import { forLanguage } from "../../site/by-language.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { RenderContext } from "../render-context.ts";
import { domainIn } from "./client-files.ts";
import type { Output, OutputInput } from "./output.ts";

type Site = Pick<RenderContext, "site" | "definition" | "settings">;

export const sitemap: Output = {
  name: "sitemap",
  *keys(input) {
    const { context } = input;
    if (context.settings.environment !== "production") return;
    for (const domain of context.domains) {
      if (domain.origin === "") continue;
      const count = partsOf(domain, input);
      if (count > 1) for (let part = 0; part < count; part += 1) yield keyOf(domain, part);
      // Last, since it lists the files of the others.
      yield keyOf(domain, "");
    }
  },
  isMoved(key, input, moved) {
    const { domain, part } = parseKey(key, input.context);
    if (moved.extraUrls) return true;
    if (part === "" && partsOf(domain, input) > 1) return moved.added.length + moved.removed.length > 0;
    return touchedParts(domain, input, moved).has(part === "" ? 0 : part);
  },
  make(key, input) {
    const { context, filesOf } = input;
    const { domain, part } = parseKey(key, context);
    const { base } = context.settings;
    const { origin } = domain;
    const count = partsOf(domain, input);
    if (part === "" && count > 1) {
      const named = Array.from({ length: count }, (_, number) => number);
      const parts = named.filter((number) => filesOf(sitemap.name, keyOf(domain, number)).length > 0);
      const { path, text } = sitemapIndex(parts, { origin, base });
      return { files: [{ path: domainPath(domain, path), content: text }] };
    }
    const entries = entriesOf(part === "" ? 0 : part, domain, input);
    if (part !== "" && entries.length === 0) return { files: [] };
    const files = [sitemapPart(entries, part, { origin, base })];
    return { files: files.map(({ path, text }) => ({ path: domainPath(domain, path), content: text })) };
  },
};

function keyOf({ folder }: Domain, part: number | ""): string {
  return `${folder} ${part}`;
}

function parseKey(key: string, context: OutputInput["context"]): { domain: Domain; part: number | "" } {
  const space = key.lastIndexOf(" ");
  const part = key.slice(space + 1);
  return { domain: domainIn(key.slice(0, space), context), part: part === "" ? "" : Number(part) };
}

interface IndexedPage {
  route: Route;
  entry: StoryEntry;
}

/** What is found once for each build, by the domain's folder. */
interface Found {
  counts: Map<string, number>;
  extra: Map<string, ReadonlyMap<number, readonly SitemapEntry[]>>;
  touched: Map<string, ReadonlySet<number>>;
}

const found = new WeakMap<RenderContext, Found>();

function foundIn(context: RenderContext): Found {
  const known = found.get(context) ?? { counts: new Map(), extra: new Map(), touched: new Map() };
  found.set(context, known);
  return known;
}

/** The site's routes by part, for each domain and number of parts, as long as there are no other routes. */
const divided = new WeakMap<readonly Route[], Map<string, ReadonlyMap<number, readonly Route[]>>>();

type Input = Pick<OutputInput, "context" | "extraUrls">;

/** Number of files of a domain's sitemap, including those without entries; 1 for a single sitemap.xml. */
function partsOf(domain: Domain, { context, extraUrls }: Input): number {
  const extra = extraUrls.get(domain.folder)?.length ?? 0;
  return sitemapParts(countOf(context, domain) + extra);
}

function entriesOf(part: number, domain: Domain, input: Input): SitemapEntry[] {
  const { context } = input;
  const count = partsOf(domain, input);
  const own = (routesOfParts(domain, count, context).get(part) ?? []).flatMap((route) => indexed(route, context) ?? []);
  return [...own.map((page) => entryOf(page, domain, context)), ...(extraOfParts(domain, input).get(part) ?? [])];
}

function routesOfParts(domain: Domain, count: number, { site }: Site): ReadonlyMap<number, readonly Route[]> {
  const known = divided.get(site.routes) ?? new Map<string, ReadonlyMap<number, readonly Route[]>>();
  divided.set(site.routes, known);
  const key = `${domain.folder} ${count}`;
  const parts = known.get(key) ?? new Map<number, Route[]>();
  if (!known.has(key))
    for (const route of routesIn(domain, site))
      appendTo(parts as Map<number, Route[]>, sitemapPartOf(publicPath(route.path, domain), count), route);
  known.set(key, parts);
  return parts;
}

function extraOfParts(domain: Domain, input: Input): ReadonlyMap<number, readonly SitemapEntry[]> {
  const { extra } = foundIn(input.context);
  const known = extra.get(domain.folder);
  if (known) return known;
  const count = partsOf(domain, input);
  const parts = new Map<number, SitemapEntry[]>();
  for (const entry of extraEntries(domain, input)) appendTo(parts, sitemapPartOf(entry.path, count), entry);
  extra.set(domain.folder, parts);
  return parts;
}

/** What the definition adds, without duplicates and without the pages of stories. */
function extraEntries(domain: Domain, { context, extraUrls }: Input): SitemapEntry[] {
  const given = extraUrls.get(domain.folder) ?? [];
  if (given.length === 0) return [];
  const pages = routesIn(domain, context.site).filter((route) => indexed(route, context));
  const paths = new Set(pages.map(({ path }) => publicPath(path, domain)));
  return given.filter(({ path }) => {
    const isNew = !paths.has(path);
    paths.add(path);
    return isNew;
  });
}

function routesIn({ languages }: Domain, { routes }: Pick<RenderContext["site"], "routes">): Route[] {
  const codes = new Set(languages.map(({ code }) => code));
  return routes.filter(({ lang }) => codes.has(lang));
}

/** Number of a domain's pages that search engines may index. */
function countOf(context: RenderContext, domain: Domain): number {
  const { counts } = foundIn(context);
  const known = counts.get(domain.folder);
  if (known !== undefined) return known;
  const { site, definition } = context;
  const codes = new Set(domain.languages.map(({ code }) => code));
  let count = 0;
  for (const { lang, uuid } of site.routes) {
    const entry = codes.has(lang) ? forLanguage(site.entries, lang).get(uuid) : undefined;
    if (entry && isInSitemap(entry, definition.pageTypes)) count += 1;
  }
  counts.set(domain.folder, count);
  return count;
}

/** A page with its story, if search engines may index it. */
function indexed(route: Route, { site, definition }: Site): IndexedPage | null {
  const entry = forLanguage(site.entries, route.lang).get(route.uuid);
  return entry && isInSitemap(entry, definition.pageTypes) ? { route, entry } : null;
}

/** Whether its language, its type and the story's fields let a page into the sitemap. */
function isInSitemap(entry: StoryEntry, pageTypes: ResolvedSite["pageTypes"]): boolean {
  if (entry.shownIn?.[entry.lang] !== undefined) return false;
  return pageTypes[entry.component]?.sitemap !== false && !isUnindexed(entry, pageTypes);
}

function entryOf({ route, entry }: IndexedPage, { folder }: Domain, context: Site): SitemapEntry {
  return {
    path: publicPath(route.path, { folder }),
    lastmod: entry.publishedAt ?? "",
    alternates: alternates(route, entry, context),
  };
}

/** Alternates are reciprocal: every language's entry lists the paths of all others. */
function alternates(route: Route, entry: StoryEntry, { site, settings }: Site): SitemapEntry["alternates"] {
  const live = translationsOf(route.path, entry).filter(
    ([lang, path]) => site.paths.has(path) && entry.shownIn?.[lang] === undefined,
  );
  return languageVersions(settings, { ...Object.fromEntries(live), [route.lang]: route.path });
}

/** Where a page is in other languages, if it is there. */
function translationsOf(path: string, entry: StoryEntry): [lang: string, path: string][] {
  const tail = path.slice(entry.path.length);
  return Object.entries(entry.translations).map(([lang, translation]) => [lang, translation + tail]);
}

/** Numbers of the parts with a page that moved, or with a translation of one. */
function touchedParts(domain: Domain, input: Input, moved: MovedSite): ReadonlySet<number> {
  const { context } = input;
  const { touched } = foundIn(context);
  const known = touched.get(domain.folder);
  if (known) return known;
  const count = partsOf(domain, input);
  const paths = new Set<string>();
  const add = (path: string, entry: StoryEntry | undefined) => {
    paths.add(path);
    if (entry) for (const [, translated] of translationsOf(path, entry)) paths.add(translated);
  };
  const entriesBefore = new Map(moved.entries.map((one) => [`${one.lang} ${one.uuid}`, one.before]));
  for (const { path, lang, uuid } of [...moved.added, ...moved.removed]) {
    add(path, forLanguage(context.site.entries, lang).get(uuid));
    const before = entriesBefore.get(`${lang} ${uuid}`);
    if (before && path.startsWith(before.path)) add(path, before);
  }
  for (const uuid of new Set(moved.entries.map((one) => one.uuid)))
    for (const { code } of context.definition.languages)
      for (const { path } of context.site.routesOf(code, uuid))
        add(path, forLanguage(context.site.entries, code).get(uuid));
  const parts = new Set([...paths].map((path) => sitemapPartOf(publicPath(path, domain), count)));
  touched.set(domain.folder, parts);
  return parts;
}
