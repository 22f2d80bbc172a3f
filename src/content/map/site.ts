/** The types of the site's map, and the rules for a story's path in each language. Pure. */

import type { Problem } from "../../problems/problem.ts";
import type { Lang, StoryEntry } from "../../site/api/model.ts";
import type { ListingRoute } from "../../site/api/payload.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { RouteParams } from "../../site/routes.ts";
import { inSpaceOf } from "../../site/spaces.ts";
import { compareText } from "../../util/compare-text.ts";
import type { StoryLists } from "../lists/story-lists.ts";
import { type FolderRules, folderLanguage, withoutFolder } from "../rules/languages.ts";
import { isHomeSlug, pathOfSlug, withoutOuterSlashes } from "../rules/paths.ts";
import type { StorySummary } from "./story-summary.ts";

export interface Route {
  path: string;
  lang: Lang;
  uuid: string;
  listing: ListingRoute | null;
  /** For a page without a story. */
  own?: OwnRoute;
}

/** A route among those at the same path. */
export function routeKey({ path, uuid, listing }: Route): string {
  return `${path} ${uuid} ${listing?.category ?? ""}`;
}

/** By path; pages of two listings may have the same one. */
export function compareRoutes(a: Route, b: Route): number {
  if (a.path !== b.path) return compareText(a.path, b.path);
  return compareText(a.uuid, b.uuid) || compareText(a.listing?.category ?? "", b.listing?.category ?? "");
}

/** The routes of a site at a path. */
export function routesAt(path: string, { routes }: Pick<Site, "routes">): readonly Route[] {
  let [low, high] = [0, routes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(routes[middle]?.path ?? "", path) < 0) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (routes[end]?.path === path) end += 1;
  return routes.slice(low, end);
}

/** A page of the definition's `routes`, as plain JSON. */
export interface OwnRoute {
  /** Position of the route in the definition's `routes`. */
  route: number;
  params: RouteParams;
  /** Site paths of the same page in other languages. */
  translations: Readonly<ByLanguage<string>>;
}

export interface Site {
  entries: ByLanguage<ReadonlyMap<string, StoryEntry>>;
  byPath: ReadonlyMap<string, StoryEntry>;
  /** Sorted by path. Another array as soon as there are other pages, or entries in another order. */
  routes: readonly Route[];
  /** The pages of a story in a language, with those of its listing. */
  routesOf(lang: Lang, uuid: string): readonly Route[];
  paths: ReadonlySet<string>;
  lists: ByLanguage<StoryLists>;
  problems: Problem[];
}

/** What a site's map depends on besides the stories. */
export type MapRules = Pick<ResolvedSite, "languages" | "translation" | "home" | "pageTypes" | "crops"> &
  Partial<Pick<ResolvedSite, "path" | "linkedBy" | "chosen">>;

/** Summaries of all stories by the language of their response, in a fixed order (by uuid). */
export type StorySummaries = Readonly<ByLanguage<readonly StorySummary[]>>;

/** Whether a story of the default response has a page in a language because it is in the language's folder. */
export function isInFolder(story: StorySummary, code: Lang, site: FolderRules): boolean {
  const rules = inSpaceOf(site, code);
  const isPossible = code !== rules.languages[0].code || rules.translation === "folders";
  return isPossible && folderLanguage(story.fullSlug, rules)?.code === code;
}

/** Whether a story of a language's own response has a page in the language, apart from linked alternates. */
export function isInResponse(story: StorySummary, code: Lang, site: FolderRules): boolean {
  const rules = inSpaceOf(site, code);
  if (isUnpublished(story, code)) return false;
  if (code === rules.languages[0].code) return folderLanguage(story.fullSlug, rules) === undefined;
  if (rules.translation === "folders") return false;
  // A folder's start page is in the response of every language.
  return folderLanguage(story.defaultFullSlug ?? withoutCode(story.fullSlug, code), rules) === undefined;
}

/** `translated_slugs[].published` is false if the editor unpublished one language. */
function isUnpublished(story: StorySummary, lang: Lang): boolean {
  return story.translatedSlugs.some((slug) => slug.lang === lang && slug.published === false);
}

/** Removes the language prefix that the service adds except in the default language. */
function withoutCode(slug: string, code: Lang): string {
  return slug === code || slug.startsWith(`${code}/`) ? slug.slice(code.length + 1) : slug;
}

/** What stands for a story where there is none, or where no more is known of it than is added. */
export const UNKNOWN_ENTRY = {
  id: 0,
  uuid: "",
  component: "",
  name: "",
  slug: "",
  translations: {},
  firstPublishedAt: null,
  publishedAt: null,
  position: 0,
  tags: [],
  fields: {},
  words: 0,
} satisfies Omit<StoryEntry, "lang" | "path">;

/** A story's path in a language, and what other pages need of it. */
export function buildEntry(story: StorySummary, lang: Lang, site: MapRules): StoryEntry {
  const rules = inSpaceOf(site, lang);
  const isDefault = lang === rules.languages[0].code;
  const slug = story.defaultFullSlug ?? (isDefault ? story.fullSlug : ownSlug(story, lang, rules));
  return {
    id: story.id,
    uuid: story.uuid,
    lang,
    component: story.component,
    name: nameIn(story, lang, isDefault),
    slug,
    path: pathOfSlug(slugIn(story, lang, rules), languageOf(rules.languages, lang), rules.home),
    translations: {},
    firstPublishedAt: story.firstPublishedAt,
    publishedAt: story.publishedAt,
    position: story.position,
    tags: story.tags,
    fields: story.fields,
    words: story.words,
  };
}

/** The slug of a story without a default slug; a story in the language's folder keeps the folder in its slug. */
function ownSlug({ fullSlug }: StorySummary, lang: Lang, rules: MapRules): string {
  return rules.translation === "folders" ? fullSlug : withoutCode(fullSlug, lang);
}

function slugIn(story: StorySummary, lang: Lang, rules: MapRules): string {
  const own = story.defaultFullSlug ?? story.fullSlug;
  const language = languageOf(rules.languages, lang);
  const isInFolders = rules.translation === "folders";
  const slug = isInFolders ? withoutFolder(own, language) : own;
  // Another path of the home story would leave the language without a home page.
  if (isHomeSlug(slug, rules.home)) return slug;
  const real = rules.path === "real" ? story.realPath?.replace(/^\/+|\/+$/g, "") : undefined;
  if (isInFolders) return real === undefined ? slug : withoutFolder(real, language);
  if (lang === rules.languages[0].code) return real ?? slug;
  const translated = story.translatedSlugs.find((one) => one.lang === lang);
  // A slug of the language's own is more exact than a path for all languages.
  if (real !== undefined && (!translated || translated.path === own)) return withoutFolder(real, language);
  // The "translated" path of a story in a language's folder is its default path, including the folder.
  return withoutFolder(translated?.path ?? story.fullSlug, language);
}

function nameIn(story: StorySummary, lang: Lang, isDefault: boolean): string {
  return (!isDefault && story.translatedSlugs.find((slug) => slug.lang === lang)?.name) || story.name;
}

/** With more stories than this the problem is reported once, since the definition is probably wrong. */
const MAX_EXAMPLES = 3;

/** The problems with the stories of a component that is not a page type. */
export function notPages(
  component: string,
  stories: readonly string[],
  { pageTypes }: Pick<MapRules, "pageTypes">,
): Problem[] {
  const common = { severity: "warning", code: "CONTENT_NOT_A_PAGE", path: "" } as const;
  const hint = `Page types are ${Object.keys(pageTypes).join(", ")}. Where it is one, add ${JSON.stringify(component)}: {} to "pageTypes" in the site definition.`;
  if (stories.length <= MAX_EXAMPLES) {
    const message = `The story's component "${component}" is not a page type; the story has no page.`;
    return stories.map((story) => ({ ...common, message, story, hint }));
  }
  const named = [...stories].sort().slice(0, MAX_EXAMPLES).join(", ");
  const message = `The component "${component}" is not a page type; its ${stories.length} stories have no pages: ${named} and ${stories.length - MAX_EXAMPLES} more.`;
  return [{ ...common, message, story: "", hint }];
}

/** The default slug is unique among languages, while a translated one may equal another story's. */
export function ownName(story: StorySummary, { lang, slug }: StoryEntry, site: MapRules): string {
  const rules = inSpaceOf(site, lang);
  const isTranslated = lang !== rules.languages[0].code && folderLanguage(slug, rules) === undefined;
  return isTranslated && story.defaultFullSlug !== null ? `${lang}/${slug}` : story.fullSlug;
}

/** A story's name in reports: its site path without the outer slashes, `de/team`; at `/` its slug. */
export function storyName({ path, slug }: StoryEntry): string {
  return withoutOuterSlashes(path) || withoutOuterSlashes(slug);
}
