/** Builds the site's map from a pull: which story lives where in which language, and every route. Pure. */
import type { Problem } from "../problem.ts";
import type { StoryDigest } from "./digest.ts";
import { type ListingSettings, listingPath, listingRoutes } from "./listing.ts";
import type { Lang, StoryEntry } from "./model.ts";
import { groupByType } from "./order.ts";
import type { ListingRoute } from "./payload.ts";
import { pathOfSlug } from "./rules/paths.ts";
import { placeFault } from "./rules/places.ts";
import { createStoryLists, type StoryLists } from "./story-lists.ts";
import type { CountWork } from "./work.ts";

export interface Route {
  path: string;
  lang: Lang;
  uuid: string;
  listing: ListingRoute | null;
}

export interface Site {
  entries: Record<Lang, ReadonlyMap<string, StoryEntry>>;
  /** Entries of one page type in listing order. */
  byType: Record<Lang, ReadonlyMap<string, readonly StoryEntry[]>>;
  byPath: ReadonlyMap<string, StoryEntry>;
  /** Sorted by path. */
  routes: readonly Route[];
  paths: ReadonlySet<string>;
  /** Answers what pages ask of the lists above. */
  lists: Record<Lang, StoryLists>;
  problems: Problem[];
}

export const PAGE_TYPES = ["Page", "Careers", "Industries", "Insights", "Solutions", "SuccessStory"];
const LANGS: readonly Lang[] = ["en", "de"];

/** Digests of all stories by language, each list in a fixed order (by uuid). */
export type Digests = Readonly<Record<Lang, readonly StoryDigest[]>>;

export function buildSite(digests: Digests, count?: CountWork): Site {
  const problems: Problem[] = [];
  const listings = new Map<string, ListingSettings>();
  const byPath = new Map<string, StoryEntry>();
  const entries = { en: new Map<string, StoryEntry>(), de: new Map<string, StoryEntry>() };
  const germanTwins = folderLevelTwins(digests);
  for (const lang of LANGS) {
    for (const story of storiesOf(digests, lang, germanTwins)) {
      const entry = buildEntry(story, lang);
      if (!isPage(story, entry, byPath, problems)) continue;
      if (story.listing) listings.set(`${lang} ${entry.uuid}`, story.listing);
      entries[lang].set(entry.uuid, entry);
      byPath.set(entry.path, entry);
    }
  }
  linkLanguages(entries, germanTwins);
  const byType = { en: groupByType(entries.en.values()), de: groupByType(entries.de.values()) };
  const lists = { en: createStoryLists(byType.en, count), de: createStoryLists(byType.de, count) };
  const routes = LANGS.flatMap((lang) => routesOf(lang, entries[lang], lists[lang], listings))
    .filter((route) => route.path === entries[route.lang].get(route.uuid)?.path || isFree(route, byPath, problems))
    .sort(byRoutePath);
  const paths = new Set(routes.map((route) => route.path));
  return { entries, byType, byPath, routes, paths, lists, problems };
}

/** Folder-level translation: uuid of the default-language story -> uuid of its twin below de/ (Storyblok facts §3.8). */
function folderLevelTwins(digests: Digests): Map<string, string> {
  const german = new Map<string, string>();
  for (const story of digests.en) {
    if (isGermanFolder(story)) german.set(story.fullSlug, story.uuid);
  }
  const twins = new Map<string, string>();
  if (german.size === 0) return twins;
  for (const story of digests.en) {
    if (isGermanFolder(story)) continue;
    const twin = story.alternates.map((alternate) => german.get(alternate)).find((uuid) => uuid !== undefined);
    if (twin) twins.set(story.uuid, twin);
  }
  return twins;
}

function isGermanFolder(story: StoryDigest): boolean {
  return story.fullSlug === "de" || story.fullSlug.startsWith("de/");
}

/** The stories that have a page in a language: folder-level German ones come from the default answer. */
function* storiesOf(digests: Digests, lang: Lang, twins: ReadonlyMap<string, string>): Iterable<StoryDigest> {
  if (lang === "de") {
    for (const story of digests.en) if (isGermanFolder(story)) yield story;
  }
  for (const story of digests[lang]) {
    const inGermanFolder = (story.defaultFullSlug ?? story.fullSlug.replace(/^de\//, "")).startsWith("de/");
    if (lang === "en" ? isGermanFolder(story) || isUnpublished(story, "en") : inGermanFolder) continue;
    if (lang === "de" && (twins.has(story.uuid) || isUnpublished(story, "de") || isFolderStart(story))) continue;
    yield story;
  }
}

/** `translated_slugs[].published` is false where the editor unpublished one language. */
function isUnpublished(story: StoryDigest, lang: Lang): boolean {
  return story.translatedSlugs.some((slug) => slug.lang === lang && slug.published === false);
}

/** The start page of the folder de/ itself answers as `de/` in both languages. */
function isFolderStart(story: StoryDigest): boolean {
  return story.defaultFullSlug === "de/";
}

/** Where a story lives in a language, and what other pages see of it. */
export function buildEntry(story: StoryDigest, lang: Lang): StoryEntry {
  const slug = story.defaultFullSlug ?? (lang === "de" ? story.fullSlug.replace(/^de\//, "") : story.fullSlug);
  return {
    id: story.id,
    uuid: story.uuid,
    lang,
    component: story.component,
    name: nameIn(story, lang),
    slug,
    path: pathOfSlug(slugIn(story, lang), lang),
    otherPath: null,
    firstPublishedAt: story.firstPublishedAt,
    publishedAt: story.publishedAt,
    position: story.position,
    fields: story.fields,
    words: story.words,
  };
}

function slugIn(story: StoryDigest, lang: Lang): string {
  if (lang === "en") return story.defaultFullSlug ?? story.fullSlug;
  const translated = story.translatedSlugs.find((slug) => slug.lang === "de");
  // A folder-level German story answers its default path, `de/` included, as its "translated" one (facts §3.7).
  return (translated?.path ?? story.fullSlug).replace(/^de(\/|$)/, "");
}

function nameIn(story: StoryDigest, lang: Lang): string {
  return (lang === "de" && story.translatedSlugs.find((slug) => slug.lang === "de")?.name) || story.name;
}

function isPage(story: StoryDigest, entry: StoryEntry, byPath: Map<string, StoryEntry>, problems: Problem[]): boolean {
  const refuse = (problem: Pick<Problem, "severity" | "code" | "message" | "hint">) => {
    problems.push({ ...problem, story: ownName(story, entry), path: "" });
    return false;
  };
  if (!PAGE_TYPES.includes(entry.component))
    return refuse({
      severity: "warning",
      code: "CONTENT_NOT_A_PAGE",
      message: `The story's component "${entry.component}" is not a page type; the story has no page.`,
      hint: `Page types are ${PAGE_TYPES.join(", ")}.`,
    });
  const fault = placeFault(entry.path);
  if (fault !== "")
    return refuse({
      severity: "error",
      code: "CONTENT_UNUSABLE_SLUG",
      message: `No page can lie at ${entry.path.slice(0, 120)}, since ${fault}; the story has none.`,
      hint: "Give the story another slug.",
    });
  const twin = byPath.get(entry.path);
  if (!twin) return true;
  return refuse({
    severity: "error",
    code: "CONTENT_DUPLICATE_PATH",
    message: `The path ${entry.path} is taken by the story "${twin.name}" (${twin.slug}); this story has no page.`,
    hint: "Give one of them another slug.",
  });
}

/** By its default slug in German too: a translated one may be the very slug that another story has as well. */
function ownName(story: StoryDigest, { lang, slug }: StoryEntry): string {
  const translated = lang === "de" && story.defaultFullSlug !== null && !slug.startsWith("de/");
  return translated ? `de/${slug}` : story.fullSlug;
}

function linkLanguages(entries: Record<Lang, Map<string, StoryEntry>>, twins: ReadonlyMap<string, string>): void {
  for (const entry of entries.en.values()) {
    const german = entries.de.get(twins.get(entry.uuid) ?? entry.uuid);
    if (!german) continue;
    entry.otherPath = german.path;
    german.otherPath = entry.path;
  }
}

function routesOf(
  lang: Lang,
  entries: ReadonlyMap<string, StoryEntry>,
  lists: StoryLists,
  listings: ReadonlyMap<string, ListingSettings>,
): Route[] {
  return [...entries.values()].flatMap((entry) => {
    const own: Route = { path: entry.path, lang, uuid: entry.uuid, listing: null };
    const settings = listings.get(`${lang} ${entry.uuid}`);
    if (!settings) return [own];
    const further = listingRoutes(lists, settings).map((listing) => ({
      ...own,
      path: listingPath(entry.path, listing),
      listing,
    }));
    return [{ ...own, listing: { page: 1, category: "" } }, ...further];
  });
}

/** A story may lie where a list would have its second page: the story has the path. */
function isFree({ path, listing }: Route, byPath: ReadonlyMap<string, StoryEntry>, problems: Problem[]): boolean {
  const story = byPath.get(path);
  if (!story) return true;
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
