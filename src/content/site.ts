/** Builds the site's map from a pull: the path of each story in each language, and all routes. Pure. */

import type { Problem } from "../problem.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { type Language, languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { appendTo } from "./append-to.ts";
import { alternatesOf, linkTranslations, type StoryAlternates } from "./link-translations.ts";
import { type ListingSettings, listingPath } from "./listing.ts";
import { listingRoutes } from "./listing-routes.ts";
import type { Lang, StoryEntry } from "./model.ts";
import { groupByType } from "./order.ts";
import type { ListingRoute } from "./payload.ts";
import { type FolderRules, folderLanguage, withoutFolder } from "./rules/languages.ts";
import { isHomeSlug, pathOfSlug } from "./rules/paths.ts";
import { reservedPathError } from "./rules/reserved-paths.ts";
import { createStoryLists, type StoryLists } from "./story-lists.ts";
import type { StorySummary } from "./story-summary.ts";
import type { CountWork } from "./work-counter.ts";

export interface Route {
  path: string;
  lang: Lang;
  uuid: string;
  listing: ListingRoute | null;
}

export interface Site {
  entries: ByLanguage<ReadonlyMap<string, StoryEntry>>;
  /** Entries of each page type in listing order. */
  byType: ByLanguage<ReadonlyMap<string, readonly StoryEntry[]>>;
  byPath: ReadonlyMap<string, StoryEntry>;
  /** Sorted by path. */
  routes: readonly Route[];
  paths: ReadonlySet<string>;
  /** Answers queries over these lists. */
  lists: ByLanguage<StoryLists>;
  problems: Problem[];
}

/** What a site's map depends on besides the stories. */
export type MapRules = Pick<ResolvedSite, "languages" | "translation" | "home" | "pageTypes" | "crops">;

/** Summaries of all stories by the language of their response, in a fixed order (by uuid). */
export type StorySummaries = Readonly<ByLanguage<readonly StorySummary[]>>;

export interface MappedSite extends Site {
  /** Names of the stories whose component is not a page type, by component. */
  strangers: ReadonlyMap<string, readonly string[]>;
  /** Paths that two stories have, or a story and a list. */
  disputed: ReadonlySet<string>;
}

export function buildSite(summaries: StorySummaries, rules: MapRules, count?: CountWork): MappedSite {
  const codes = rules.languages.map(({ code }) => code);
  const problems: Problem[] = [];
  const listings = new Map<string, ListingSettings>();
  const byPath = new Map<string, StoryEntry>();
  const strangers = new Map<string, string[]>();
  const disputed = new Set<string>();
  const entries = byLanguage(codes, () => new Map<string, StoryEntry>());
  const alternates = alternatesOf(summaries[codes[0] ?? ""] ?? [], rules);
  for (const language of rules.languages) {
    const { code } = language;
    for (const story of storiesOf(summaries, language, rules, alternates)) {
      const entry = buildEntry(story, code, rules);
      if (!isPage(story, entry, { byPath, problems, strangers, disputed, rules })) continue;
      if (story.listing) listings.set(`${code} ${entry.uuid}`, story.listing);
      forLanguage(entries, code).set(entry.uuid, entry);
      byPath.set(entry.path, entry);
    }
  }
  for (const [component, stories] of strangers) problems.push(...notPages(component, stories, rules));
  linkTranslations(entries, alternates, rules);
  const byType = byLanguage(codes, (code) => groupByType(forLanguage(entries, code).values(), rules.pageTypes));
  const lists = byLanguage(codes, (code) => createStoryLists(forLanguage(byType, code), rules, count));
  const routes = codes
    .flatMap((code) =>
      routesOf(code, { entries: forLanguage(entries, code), lists: forLanguage(lists, code), listings, rules }),
    )
    .filter(
      (route) =>
        route.path === forLanguage(entries, route.lang).get(route.uuid)?.path ||
        isFree(route, { byPath, problems, disputed }),
    )
    .sort(byRoutePath);
  const paths = new Set(routes.map((route) => route.path));
  return { entries, byType, byPath, routes, paths, lists, problems, strangers, disputed };
}

/** The stories with a page in a language; those in its folder come from the default response. */
function* storiesOf(
  summaries: StorySummaries,
  { code }: Language,
  rules: MapRules,
  alternates: StoryAlternates,
): Iterable<StorySummary> {
  const first = rules.languages[0].code;
  const answer = summaries[first] ?? [];
  for (const story of answer) if (isInFolder(story, code, rules)) yield story;
  if (code === first) {
    for (const story of answer) if (isInResponse(story, code, rules)) yield story;
    return;
  }
  for (const story of summaries[code] ?? []) {
    if (isInResponse(story, code, rules) && !alternates.get(story.uuid)?.[code]) yield story;
  }
}

/** Whether a story of the default response has a page in a language because it is in the language's folder. */
export function isInFolder(story: StorySummary, code: Lang, rules: FolderRules): boolean {
  const isPossible = code !== rules.languages[0].code || rules.translation === "folders";
  return isPossible && folderLanguage(story.fullSlug, rules)?.code === code;
}

/** Whether a story of a language's own response has a page in the language, apart from linked alternates. */
export function isInResponse(story: StorySummary, code: Lang, rules: FolderRules): boolean {
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

/** A story's path in a language, and what other pages need of it. */
export function buildEntry(story: StorySummary, lang: Lang, rules: MapRules): StoryEntry {
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
    twins: {},
    firstPublishedAt: story.firstPublishedAt,
    publishedAt: story.publishedAt,
    position: story.position,
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
  if (rules.translation === "folders") return withoutFolder(own, language);
  // A translated slug of the home story would leave the language without a home page.
  if (lang === rules.languages[0].code || isHomeSlug(own, rules.home)) return own;
  const translated = story.translatedSlugs.find((slug) => slug.lang === lang);
  // The "translated" path of a story in a language's folder is its default path, including the folder.
  return withoutFolder(translated?.path ?? story.fullSlug, language);
}

function nameIn(story: StorySummary, lang: Lang, isDefault: boolean): string {
  return (!isDefault && story.translatedSlugs.find((slug) => slug.lang === lang)?.name) || story.name;
}

interface Taken {
  byPath: Map<string, StoryEntry>;
  problems: Problem[];
  /** Names of the stories whose component is not a page type, by component. */
  strangers: Map<string, string[]>;
  disputed: Set<string>;
  rules: MapRules;
}

/** With more stories than this the problem is reported once, since the definition is probably wrong. */
const MAX_EXAMPLES = 3;

/** What is said of the stories of a component that is not a page type. */
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

function isPage(story: StorySummary, entry: StoryEntry, taken: Taken): boolean {
  const { byPath, problems, strangers, disputed, rules } = taken;
  const refuse = (problem: Pick<Problem, "severity" | "code" | "message" | "hint">) => {
    problems.push({ ...problem, story: ownName(story, entry, rules), path: "" });
    return false;
  };
  if (!Object.hasOwn(rules.pageTypes, entry.component)) {
    appendTo(strangers, entry.component, ownName(story, entry, rules));
    return false;
  }
  const fault = reservedPathError(entry.path, rules);
  if (fault !== "")
    return refuse({
      severity: "error",
      code: "CONTENT_UNUSABLE_SLUG",
      message: `No page can be published at ${entry.path.slice(0, 120)}, since ${fault}; the story has none.`,
      hint: "Give the story another slug.",
    });
  const twin = byPath.get(entry.path);
  if (!twin) return true;
  disputed.add(entry.path);
  return refuse({
    severity: "error",
    code: "CONTENT_DUPLICATE_PATH",
    message: `The path ${entry.path} is taken by the story "${twin.name}" (${twin.slug}); this story has no page.`,
    hint: "Give one of them another slug.",
  });
}

/** The default slug is unique among languages, while a translated one may equal another story's. */
export function ownName(story: StorySummary, { lang, slug }: StoryEntry, rules: MapRules): string {
  const isTranslated = lang !== rules.languages[0].code && folderLanguage(slug, rules) === undefined;
  return isTranslated && story.defaultFullSlug !== null ? `${lang}/${slug}` : story.fullSlug;
}

interface RouteSources {
  entries: ReadonlyMap<string, StoryEntry>;
  lists: StoryLists;
  listings: ReadonlyMap<string, ListingSettings>;
  rules: MapRules;
}

function routesOf(lang: Lang, { entries, lists, listings, rules }: RouteSources): Route[] {
  return [...entries.values()].flatMap((entry) => {
    const settings = listings.get(`${lang} ${entry.uuid}`);
    return routesOfStory(entry, settings, { lists, pageTypes: rules.pageTypes });
  });
}

/** A story's own page, and those of its listing if it has one. */
export function routesOfStory(
  { path, lang, uuid }: StoryEntry,
  settings: ListingSettings | null | undefined,
  { lists, pageTypes }: { lists: Pick<StoryLists, "counts" | "total">; pageTypes: MapRules["pageTypes"] },
): Route[] {
  const own: Route = { path, lang, uuid, listing: null };
  if (!settings) return [own];
  const further = listingRoutes(lists, settings, pageTypes).map((listing) => ({
    ...own,
    path: listingPath(path, listing),
    listing,
  }));
  return [{ ...own, listing: { page: 1, category: "" } }, ...further];
}

/** A story may have the path of another story's listing page: the story wins. */
function isFree(
  { path, listing }: Route,
  { byPath, problems, disputed }: Pick<Taken, "byPath" | "problems" | "disputed">,
): boolean {
  const story = byPath.get(path);
  if (!story) return true;
  disputed.add(path);
  problems.push({
    severity: "error",
    code: "CONTENT_DUPLICATE_PATH",
    message: `The path ${path} belongs to page ${listing?.page} of a list and to the story "${story.name}", which has it.`,
    story: story.slug,
    path: "",
    hint: "Give the story another slug.",
  });
  return false;
}

function byRoutePath(a: Route, b: Route): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
