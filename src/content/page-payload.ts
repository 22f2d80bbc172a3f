import type { BlockCatalogue } from "./catalogue.ts";
import { buildHead } from "./head.ts";
import { type ListingSettings, listedPosts, listingPath, listingSettings, pageCount } from "./listing.ts";
import type { Lang, RawStory, StoryEntry } from "./model.ts";
import type { Block, Crumb, HeadData, ListingRoute, Payload } from "./payload.ts";
import { resolveBlock } from "./resolve/block.ts";
import { withBase } from "./rules/paths.ts";
import type { Route, Site } from "./site.ts";
import { createReader, type ReaderSources } from "./site-reader.ts";
import type { SiteSettings } from "./site-settings.ts";
import { type TrackedSite, trackSite } from "./tracked-site.ts";
import { type NoteFact, trackReader } from "./tracking.ts";

export interface PayloadInput {
  story: RawStory;
  site: Site;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  sources: ReaderSources;
  /** Told every fact of the site that the payload was made from. */
  note: NoteFact;
}

const HOME_WORD: Record<Lang, string> = { en: "Home", de: "Startseite" };

/** Everything one page's render needs beside the shared state (product contract §5). */
export function buildPayload(route: Route, input: PayloadInput): Payload {
  const { settings } = input;
  const site = trackSite(input.site, input.note);
  const entry = site.entry(route);
  const reader = trackReader(createReader(entry, input.sources), input.note);
  const used = new Set<string>();
  const context = { catalogue: input.catalogue, reader, listing: route.listing, used, ids: new Set<string>() };
  const page: Block = resolveBlock(input.story.content, context, "") ?? { component: entry.component, _uid: "" };
  const crumbs = buildCrumbs(entry, site, settings.base);
  const otherPath = pathInOtherLanguage(entry, route.listing, site);
  const homeImage = reader.image(site.homeImage(entry.lang));
  const pages = route.listing ? pagesOf(entry, route.listing, site, input.story) : 1;
  return {
    kind: "page",
    lang: entry.lang,
    path: route.path,
    story: { id: entry.id, uuid: entry.uuid, component: entry.component, name: entry.name },
    switchHref: switchHref(entry.lang, route.path, otherPath ?? entry.otherPath, settings.base),
    head: buildHead({ entry, listing: route.listing, pages, otherPath, settings, reader, page, homeImage, crumbs }),
    crumbs,
    listing: route.listing,
    page,
    blocks: [...used].sort(),
  };
}

/** The error page (specification §2.7); `sitegen` writes one per language. */
export function errorPayload(lang: Lang, settings: SiteSettings, title: string): Payload {
  const head: HeadData = {
    title: `${title} | ${settings.companyName}`,
    description: "",
    canonical: "",
    robots: "noindex",
    alternates: [],
    prev: "",
    next: "",
    og: { type: "website", image: "", imageWidth: 0, imageHeight: 0, imageAlt: "" },
    jsonLd: [],
  };
  const home = lang === "de" ? "/de/" : "/";
  return {
    kind: "error",
    lang,
    path: `${home}404.html`,
    story: null,
    switchHref: switchHref(lang, home, null, settings.base),
    head,
    crumbs: [],
    listing: null,
    page: null,
    blocks: [],
  };
}

/** Without a translation the switch leads to the other language's home (origin behaviour §14). */
function switchHref(lang: Lang, own: string, other: string | null, base: string): Record<Lang, string> {
  const elsewhere = other ?? (lang === "en" ? "/de/" : "/");
  return lang === "en"
    ? { en: withBase(base, own), de: withBase(base, elsewhere) }
    : { en: withBase(base, elsewhere), de: withBase(base, own) };
}

function pathInOtherLanguage(entry: StoryEntry, listing: ListingRoute | null, site: TrackedSite): string | null {
  if (!entry.otherPath || !listing) return entry.otherPath;
  const path = listingPath(entry.otherPath, listing);
  return site.isLive(path) ? path : null;
}

function pagesOf(entry: StoryEntry, listing: ListingRoute, site: TrackedSite, story: RawStory): number {
  const settings: ListingSettings | null = listingSettings(story.content);
  if (!settings) return 1;
  const posts = listedPosts(site.posts(entry.lang), settings, listing.category);
  return pageCount(posts.length, settings.perPage);
}

/** Home, each live page among the path's parents, and the page itself. */
function buildCrumbs(entry: StoryEntry, site: TrackedSite, base: string): Crumb[] {
  const home = entry.lang === "de" ? "/de/" : "/";
  if (entry.path === home) return [];
  const crumbs: Crumb[] = [{ title: HOME_WORD[entry.lang], href: withBase(base, home) }];
  const segments = entry.path.slice(home.length).split("/").filter(Boolean);
  for (let length = 1; length <= segments.length; length += 1) {
    const path = `${home}${segments.slice(0, length).join("/")}/`;
    const found = site.at(path);
    if (found) crumbs.push({ title: found.name, href: withBase(base, path) });
  }
  return crumbs;
}
