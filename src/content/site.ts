/** Builds the site's map from a pull: which story lives where in which language, and every route. Pure. */
import type { Problem } from "../problem.ts";
import { type ListingSettings, listingPath, listingRoutes, listingSettings } from "./listing.ts";
import type { Lang, RawStory, Space, StoryEntry } from "./model.ts";
import { compareEntries } from "./order.ts";
import type { ListingRoute } from "./payload.ts";
import { pathOfSlug } from "./rules/paths.ts";
import { countWords } from "./rules/words.ts";

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
  problems: Problem[];
}

export const PAGE_TYPES = ["Page", "Careers", "Industries", "Insights", "Solutions", "SuccessStory"];
const LANGS: readonly Lang[] = ["en", "de"];

export function buildSite(space: Space): Site {
  const problems: Problem[] = [];
  const listings = new Map<string, ListingSettings>();
  const byPath = new Map<string, StoryEntry>();
  const entries = { en: new Map<string, StoryEntry>(), de: new Map<string, StoryEntry>() };
  const germanTwins = folderLevelTwins(space);
  for (const lang of LANGS) {
    for (const story of storiesOf(space, lang, germanTwins)) {
      const entry = buildEntry(story, lang);
      const settings = listingSettings(story.content);
      if (!isPage(story, entry, byPath, problems)) continue;
      if (settings) listings.set(`${lang} ${entry.uuid}`, settings);
      entries[lang].set(entry.uuid, entry);
      byPath.set(entry.path, entry);
    }
  }
  linkLanguages(entries, germanTwins);
  const byType = { en: groupByType(entries.en), de: groupByType(entries.de) };
  const routes = LANGS.flatMap((lang) => routesOf(lang, entries[lang], byType[lang], listings)).sort(byRoutePath);
  return { entries, byType, byPath, routes, paths: new Set(routes.map((route) => route.path)), problems };
}

/** Folder-level translation: uuid of the default-language story -> uuid of its twin below de/ (Storyblok facts §3.8). */
function folderLevelTwins(space: Space): Map<string, string> {
  const german = new Map<string, string>();
  for (const story of space.stories("en")) {
    if (isGermanFolder(story)) german.set(story.full_slug, story.uuid);
  }
  const twins = new Map<string, string>();
  if (german.size === 0) return twins;
  for (const story of space.stories("en")) {
    if (isGermanFolder(story)) continue;
    const twin = story.alternates
      .map((alternate) => german.get(alternate.full_slug))
      .find((uuid) => uuid !== undefined);
    if (twin) twins.set(story.uuid, twin);
  }
  return twins;
}

function isGermanFolder(story: RawStory): boolean {
  return story.full_slug === "de" || story.full_slug.startsWith("de/");
}

/** The stories that have a page in a language: folder-level German ones come from the default answer. */
function* storiesOf(space: Space, lang: Lang, twins: ReadonlyMap<string, string>): Iterable<RawStory> {
  if (lang === "de") {
    for (const story of space.stories("en")) if (isGermanFolder(story)) yield story;
  }
  for (const story of space.stories(lang)) {
    const inGermanFolder = (story.default_full_slug ?? story.full_slug.replace(/^de\//, "")).startsWith("de/");
    if (lang === "en" ? isGermanFolder(story) || isUnpublished(story, "en") : inGermanFolder) continue;
    if (lang === "de" && (twins.has(story.uuid) || isUnpublished(story, "de") || isFolderStart(story))) continue;
    yield story;
  }
}

/** `translated_slugs[].published` is false where the editor unpublished one language. */
function isUnpublished(story: RawStory, lang: Lang): boolean {
  return story.translated_slugs.some((slug) => slug.lang === lang && slug.published === false);
}

/** The start page of the folder de/ itself answers as `de/` in both languages. */
function isFolderStart(story: RawStory): boolean {
  return story.default_full_slug === "de/";
}

function buildEntry(story: RawStory, lang: Lang): StoryEntry {
  const { body, ...fields } = story.content;
  const slug = story.default_full_slug ?? (lang === "de" ? story.full_slug.replace(/^de\//, "") : story.full_slug);
  return {
    id: story.id,
    uuid: story.uuid,
    lang,
    component: story.content.component,
    name: nameIn(story, lang),
    slug,
    path: pathOfSlug(slugIn(story, lang), lang),
    otherPath: null,
    firstPublishedAt: story.first_published_at,
    publishedAt: story.published_at,
    position: story.position,
    fields,
    words: countWords(body),
  };
}

function slugIn(story: RawStory, lang: Lang): string {
  if (lang === "en") return story.default_full_slug ?? story.full_slug;
  const translated = story.translated_slugs.find((slug) => slug.lang === "de");
  return translated?.path ?? story.full_slug.replace(/^de\/?/, "");
}

function nameIn(story: RawStory, lang: Lang): string {
  return (lang === "de" && story.translated_slugs.find((slug) => slug.lang === "de")?.name) || story.name;
}

function isPage(story: RawStory, entry: StoryEntry, byPath: Map<string, StoryEntry>, problems: Problem[]): boolean {
  const where = { story: story.full_slug, path: "" };
  if (!PAGE_TYPES.includes(entry.component)) {
    problems.push({
      severity: "warning",
      code: "CONTENT_NOT_A_PAGE",
      message: `The story's component "${entry.component}" is not a page type; the story has no page.`,
      hint: `Page types are ${PAGE_TYPES.join(", ")}.`,
      ...where,
    });
    return false;
  }
  const twin = byPath.get(entry.path);
  if (!twin) return true;
  problems.push({
    severity: "error",
    code: "CONTENT_DUPLICATE_PATH",
    message: `The path ${entry.path} is taken by the story "${twin.name}" (${twin.slug}); this story has no page.`,
    hint: "Give one of them another slug.",
    ...where,
  });
  return false;
}

function linkLanguages(entries: Record<Lang, Map<string, StoryEntry>>, twins: ReadonlyMap<string, string>): void {
  for (const entry of entries.en.values()) {
    const german = entries.de.get(twins.get(entry.uuid) ?? entry.uuid);
    if (!german) continue;
    entry.otherPath = german.path;
    german.otherPath = entry.path;
  }
}

function groupByType(entries: ReadonlyMap<string, StoryEntry>): Map<string, StoryEntry[]> {
  const groups = new Map<string, StoryEntry[]>();
  for (const entry of entries.values()) {
    const group = groups.get(entry.component);
    if (group) group.push(entry);
    else groups.set(entry.component, [entry]);
  }
  for (const group of groups.values()) group.sort(compareEntries);
  return groups;
}

function routesOf(
  lang: Lang,
  entries: ReadonlyMap<string, StoryEntry>,
  byType: ReadonlyMap<string, readonly StoryEntry[]>,
  listings: ReadonlyMap<string, ListingSettings>,
): Route[] {
  const posts = byType.get("Insights") ?? [];
  return [...entries.values()].flatMap((entry) => {
    const own: Route = { path: entry.path, lang, uuid: entry.uuid, listing: null };
    const settings = listings.get(`${lang} ${entry.uuid}`);
    if (!settings) return [own];
    const further = listingRoutes(posts, settings).map((listing) => ({
      ...own,
      path: listingPath(entry.path, listing),
      listing,
    }));
    return [{ ...own, listing: { page: 1, category: "" } }, ...further];
  });
}

function byRoutePath(a: Route, b: Route): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
