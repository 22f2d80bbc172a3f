import type { BlockCatalogue } from "./catalogue.ts";
import { buildHead } from "./head.ts";
import { listingPath, listingQuery, listingSettings, pageCount } from "./listing.ts";
import type { Lang, RawStory, StoryEntry } from "./model.ts";
import type { Block, Crumb, HeadData, ListingRoute, Payload } from "./payload.ts";
import type { PageReader } from "./reader.ts";
import { resolveBlock } from "./resolve/block.ts";
import { withBase } from "./rules/paths.ts";
import type { Route } from "./site.ts";
import type { SiteSettings } from "./site-settings.ts";

export interface PayloadInput {
  story: RawStory;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  /** Answers everything that the payload needs of the site. */
  reader: PageReader;
}

const HOME_WORD: Record<Lang, string> = { en: "Home", de: "Startseite" };

/** Everything one page's render needs beside the shared state (product contract §5). */
export function buildPayload(route: Route, input: PayloadInput): Payload {
  const { settings, reader } = input;
  const entry = reader.self();
  const used = new Set<string>();
  const context = { catalogue: input.catalogue, reader, listing: route.listing, used, ids: new Set<string>() };
  const page: Block = resolveBlock(input.story.content, context, "") ?? { component: entry.component, _uid: "" };
  const crumbs = buildCrumbs(entry, reader, settings.base);
  const otherPath = pathInOtherLanguage(entry, route.listing, reader);
  const homeImage = reader.image(reader.homeImage());
  const pages = route.listing ? pagesOf(route.listing, reader, input.story) : 1;
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

function pathInOtherLanguage(entry: StoryEntry, listing: ListingRoute | null, reader: PageReader): string | null {
  if (!entry.otherPath || !listing) return entry.otherPath;
  const path = listingPath(entry.otherPath, listing);
  return reader.isLive(path) ? path : null;
}

function pagesOf(listing: ListingRoute, reader: PageReader, story: RawStory): number {
  const settings = listingSettings(story.content);
  return settings ? pageCount(reader.total(listingQuery(settings, listing.category)), settings.perPage) : 1;
}

/** Home, each live page among the path's parents, and the page itself. */
function buildCrumbs(entry: StoryEntry, reader: PageReader, base: string): Crumb[] {
  const home = entry.lang === "de" ? "/de/" : "/";
  if (entry.path === home) return [];
  const crumbs: Crumb[] = [{ title: HOME_WORD[entry.lang], href: withBase(base, home) }];
  const segments = entry.path.slice(home.length).split("/").filter(Boolean);
  for (let length = 1; length <= segments.length; length += 1) {
    const path = `${home}${segments.slice(0, length).join("/")}/`;
    const name = path === entry.path ? entry.name : reader.nameAt(path);
    if (name !== undefined) crumbs.push({ title: name, href: withBase(base, path) });
  }
  return crumbs;
}
