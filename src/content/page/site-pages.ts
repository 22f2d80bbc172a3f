/** Lists of a site's pages: what is known of each from its story, without its blocks. */

import type { Lang, StoryEntry } from "../../site/api/model.ts";
import type { PageInfo, Part, RouteQuery } from "../../site/api/page-info.ts";
import { headText } from "../../site/blocks/head-text.ts";
import { forLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { appendTo } from "../../util/append-to.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { keptWith } from "../../util/kept-with.ts";
import { categoryOf, isUnindexed } from "../lists/listing.ts";
import { dateOf, typedDate } from "../lists/order.ts";
import type { Route, Site } from "../map/site.ts";
import { isoDay } from "../rules/dates.ts";
import { partOf } from "../rules/split-into-parts.ts";

export type SitePages = (lang: Lang, query: RouteQuery) => readonly PageInfo[];

/** The head of a page without a story, which is known once it is rendered; null before that. */
export type HeadOf = (path: string) => Pick<PageInfo, "title" | "description" | "indexed"> | null;

export function createSitePages(
  site: Pick<Site, "routes" | "entries">,
  definition: ResolvedSite,
  headOf: HeadOf = () => null,
): SitePages {
  const lists = new Map<string, readonly PageInfo[]>();
  /** What is known of each page is made for the parts that are asked for. */
  const inPart = (lang: Lang, { index, of }: Part): readonly PageInfo[] => {
    const group = `${lang} ${of}`;
    const routes = divided(site.routes, group, () => grouped(site.routes, lang, of));
    const entries = forLanguage(site.entries, lang);
    return getOrInsert(lists, `${group} ${index}`, () =>
      (routes.get(index) ?? []).map((route) => pageInfo(route, entries.get(route.uuid), definition, headOf)),
    );
  };
  const paths = new Map<Lang, ReadonlyMap<string, PageInfo>>();
  const at = (lang: Lang, path: string): readonly PageInfo[] => {
    const known = getOrInsert(paths, lang, () => new Map(inPart(lang, WHOLE).map((page) => [page.path, page])));
    const found = known.get(path);
    return found ? [found] : [];
  };
  return (lang, { path, type, listings = path !== undefined, part = WHOLE }) => {
    const pages = path !== undefined ? at(lang, path) : inPart(lang, part);
    return pages.filter(
      (page) =>
        (type === undefined || page.type === type) &&
        (listings || page.listing === null || (page.listing.page === 1 && page.listing.category === "")),
    );
  };
}

/** The routes of each part, by language and number of parts, as long as the site has no others. */
const divided = keptWith<readonly Route[], string, ReadonlyMap<number, readonly Route[]>>();

const WHOLE: Part = { index: 0, of: 1 };

function grouped(routes: readonly Route[], lang: Lang, of: number): ReadonlyMap<number, readonly Route[]> {
  const parts = new Map<number, Route[]>();
  for (const route of routes) if (route.lang === lang) appendTo(parts, of === 1 ? 0 : partOf(route.path, of), route);
  return parts;
}

export function pageInfo(
  route: Route,
  entry: StoryEntry | undefined,
  definition: ResolvedSite,
  headOf: HeadOf,
): PageInfo {
  return route.own ? ownInfo(route, route.own.translations, headOf) : infoOf(route, entry, definition);
}

function ownInfo({ path, lang }: Route, translations: PageInfo["translations"], headOf: HeadOf): PageInfo {
  const head = headOf(path) ?? { title: path, description: "", indexed: true };
  const none = { type: "", category: "", date: "", published: "", listing: null };
  return { path, lang, ...none, name: head.title, ...head, translations };
}

/** By entry, which stays the same from build to build, like the page types that it was made with. */
const infos = new WeakMap<StoryEntry, PageInfo>();
const heads = new WeakMap<StoryEntry, Pick<PageInfo, "title" | "description">>();

function infoOf({ path, lang, listing }: Route, entry: StoryEntry | undefined, { pageTypes }: ResolvedSite): PageInfo {
  const none = { type: "", name: path, title: path, description: "", category: "", date: "", published: "" };
  if (!entry) return { path, lang, ...none, indexed: true, listing, translations: {} };
  return listing === null && path === entry.path
    ? storyInfo(entry, pageTypes)
    : makeInfo(entry, pageTypes, { path, listing });
}

/** What lists know of a story's page. */
export function storyInfo(entry: StoryEntry, pageTypes: ResolvedSite["pageTypes"]): PageInfo {
  return getOrInsert(infos, entry, () => makeInfo(entry, pageTypes, { path: entry.path, listing: null }));
}

function makeInfo(
  entry: StoryEntry,
  pageTypes: ResolvedSite["pageTypes"],
  { path, listing }: Pick<PageInfo, "path" | "listing">,
): PageInfo {
  const { lang, component, name, translations } = entry;
  const date = typedDate(entry, pageTypes);
  // Fields are read when a title or description is asked for: they may have to be parsed.
  const head = () =>
    getOrInsert(heads, entry, () => {
      const { fields } = entry;
      const of = pageTypes[component]?.head;
      return {
        title: headText(fields, "title", of?.title) || name,
        description: headText(fields, "description", of?.description),
      };
    });
  return {
    path,
    lang,
    type: component,
    name,
    get title() {
      return head().title;
    },
    get description() {
      return head().description;
    },
    category: categoryOf(entry, pageTypes),
    date: isoDay(date),
    published: isoDay(date) ? date : dateOf(entry, pageTypes),
    indexed: !isUnindexed(entry, pageTypes),
    listing,
    translations,
  };
}
