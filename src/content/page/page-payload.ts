import type { Lang, RawStory, StoryEntry } from "../../site/api/model.ts";
import type { Block, Crumb, HeadData, ListingRoute, Payload } from "../../site/api/payload.ts";
import type { PageReader } from "../../site/api/reader.ts";
import type { SiteSettings } from "../../site/api/site-settings.ts";
import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { type Language, languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { type ListingSettings, listingPath, listingQuery, listingSettings, pageCount } from "../lists/listing.ts";
import type { Route } from "../map/site.ts";
import { resolveBlock } from "../resolve/block.ts";
import { nothingResolved } from "../resolve/context.ts";
import { blockReader } from "../resolve/story-blocks.ts";
import { hrefOf, publicPath, switchHrefs } from "../rules/paths.ts";
import { buildHead } from "./head.ts";

export interface PayloadInput {
  definition: ResolvedSite;
  /** Interface words in the page's language. */
  words: Readonly<Record<string, string>>;
  story: RawStory;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  reader: PageReader;
}

/** Builds a page's payload: everything its render needs besides the shared state. */
export function buildPayload(route: Route, input: PayloadInput): Payload {
  const { settings, definition, words, reader } = input;
  const { pageTypes } = definition;
  const entry = reader.self();
  const { crops } = definition;
  const shared = { catalogue: input.catalogue, pageTypes, crops, ...nothingResolved(), listing: route.listing };
  const { used } = shared;
  const blocks = blockReader(reader, shared);
  const page: Block = resolveBlock(input.story.content, { reader: blocks, ...shared }, "") ?? {
    component: entry.component,
    _uid: "",
  };
  const language = languageOf(definition.languages, entry.lang);
  const crumbs = buildCrumbs(entry, { reader, language, settings, word: words.home_page ?? "Home" });
  const translations = route.listing ? liveTranslations(entry, route.listing, reader) : entry.translations;
  const homeImage = reader.image(reader.homeImage());
  const listing = route.listing && listingSettings(input.story.content, pageTypes);
  const pages = route.listing && listing ? pagesOf(route.listing, listing, reader) : 1;
  const head = {
    entry,
    listing: route.listing,
    pages,
    translations,
    settings,
    definition,
    catalogue: input.catalogue,
    words,
    reader: blocks,
    page,
    homeImage,
    crumbs,
    listed: listing?.type ?? "",
  };
  return {
    kind: "page",
    lang: entry.lang,
    path: publicPath(route.path, language),
    story: { id: entry.id, uuid: entry.uuid, component: entry.component, name: entry.name },
    switchHref: switchHrefs(
      settings,
      entry.lang,
      Object.assign({}, entry.translations, translations, { [entry.lang]: route.path }),
    ),
    head: buildHead(head),
    crumbs,
    listing: route.listing,
    page,
    blocks: [...used].sort(),
  };
}

/** Payload of the error page (specification §2.7), one per language. */
export function errorPayload(lang: Lang, settings: SiteSettings, title: string): Payload {
  const head: HeadData = {
    title: [title, settings.companyName].filter(Boolean).join(" | "),
    description: "",
    canonical: "",
    robots: "noindex",
    alternates: [],
    prev: "",
    next: "",
    og: { type: "website", image: "", imageWidth: 0, imageHeight: 0, imageAlt: "" },
    jsonLd: [],
  };
  const language = languageOf(settings.languages, lang);
  return {
    kind: "error",
    lang,
    path: `${publicPath(language.home, language)}404.html`,
    story: null,
    switchHref: switchHrefs(settings, lang, {}),
    head,
    crumbs: [],
    listing: null,
    page: null,
    blocks: [],
  };
}

/** The same listing page in the other languages, if it exists. */
function liveTranslations(entry: StoryEntry, listing: ListingRoute, reader: PageReader): ByLanguage<string> {
  const paths = Object.entries(entry.translations).map(([lang, path]) => [lang, listingPath(path, listing)] as const);
  return Object.fromEntries(paths.filter(([, path]) => reader.isLive(path)));
}

function pagesOf({ category }: ListingRoute, settings: ListingSettings, reader: PageReader): number {
  return pageCount(reader.total(listingQuery(settings, category)), settings.perPage);
}

interface CrumbSources {
  reader: PageReader;
  language: Language;
  settings: SiteSettings;
  /** Displayed name of the home page. */
  word: string;
}

/** Home, the live pages among the path's parents, and the page itself. */
export function buildCrumbs(entry: StoryEntry, { reader, language, settings, word }: CrumbSources): Crumb[] {
  const { home } = language;
  if (entry.path === home) return [];
  const crumbs: Crumb[] = reader.isLive(home) ? [{ title: word, href: hrefOf(settings, home, entry.lang) }] : [];
  const segments = entry.path.slice(home.length).split("/").filter(Boolean);
  for (let length = 1; length <= segments.length; length += 1) {
    const path = `${home}${segments.slice(0, length).join("/")}/`;
    const name = path === entry.path ? entry.name : reader.nameAt(path);
    if (name) crumbs.push({ title: name, href: hrefOf(settings, path, entry.lang) });
  }
  return crumbs;
}
