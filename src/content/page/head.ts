import type { HeadData, ImageData, LanguageVersion } from "../../site/api/payload.ts";
import { fieldAt, headText } from "../../site/blocks/head-text.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { languageOf } from "../../site/languages.ts";
import type { PageType } from "../../site/resolve-site.ts";
import { isIndexedIn, listingPath } from "../lists/listing.ts";
import { escapeRegex } from "../rules/escape-regex.ts";
import { absoluteHref, absoluteUrl, type SiteAddress } from "../rules/paths.ts";
import { type HeadInput, jsonLd } from "./json-ld.ts";
import { addOwnTags } from "./page-head.ts";

/** Pictures for shared links that are a page's own, not the home page's. */
const ofEditors = new WeakSet<HeadData["og"]>();

/** Whether the page's type, or its route's `head`, gives it a picture for shared links. */
export function hasOwnPicture({ og }: HeadData): boolean {
  return ofEditors.has(og);
}

/** A page's head as data: src/render turns it into tags, and the client updates the document with it. */
export function buildHead(input: HeadInput): HeadData {
  const { entry, settings, page, definition, homeImage } = input;
  const type = definition.pageTypes[entry.component];
  const canonical = absoluteHref(settings, canonicalPath(input));
  const title = titleOf(input, type);
  const description = descriptionOf(input, type);
  const images = (type?.head.image ?? []).map((name) => pictureAt(page, name, input));
  const image = images.find((one) => one !== null) ?? null;
  const chosen = images.find(isShareable);
  const shared = chosen ?? (isShareable(homeImage) ? homeImage : undefined);
  const noindex = settings.environment !== "production" || fieldAt(page, type?.head.noindex ?? "") === true;
  const imageUrl = image ? absoluteUrl(settings, image.src, entry.lang) : "";
  const og = {
    type: type?.kind === "article" ? "article" : "website",
    image: shared ? absoluteUrl(settings, shared.src, entry.lang) : "",
    imageWidth: shared?.width ?? 0,
    imageHeight: shared?.height ?? 0,
    imageAlt: shared?.alt ?? "",
  };
  if (chosen) ofEditors.add(og);
  const head: HeadData = {
    title,
    description,
    canonical,
    robots: noindex ? "noindex" : "",
    alternates: noindex ? [] : alternates(input),
    ...shownLanguage(input),
    ...neighbours(input),
    og,
    jsonLd: jsonLd({ canonical, title, description, image: imageUrl, ...input }),
  };
  const absolute = (href: string) => absoluteUrl(settings, href, entry.lang);
  return addOwnTags(head, {
    page,
    catalogue: input.catalogue,
    ofType: type?.headTags ?? null,
    about: { lang: entry.lang, canonical, absolute },
    lang: entry.lang,
    shared: { site: settings },
    isUnindexed: noindex,
  });
}

/** An asset field is already resolved; a plugin field holds an unresolved address. */
function pictureAt(page: HeadInput["page"], name: string, { reader }: HeadInput): ImageData | null {
  return name.includes(".") ? reader.image(fieldAt(page, name)) : ((page[name] ?? null) as ImageData | null);
}

function pagePath({ entry, listing }: Pick<HeadInput, "entry" | "listing">): string {
  return listing ? listingPath(entry.path, listing) : entry.path;
}

function titleOf(input: HeadInput, type: PageType | undefined): string {
  const { entry, page, settings } = input;
  const own = headText(page, "title", type?.head.title) || entry.name;
  return pageTitle({ own, listing: listingParts(input), companyName: settings.companyName });
}

/**
 * "Own title – page of a listing | Company". A company name at the end of the own title is moved behind the listing
 * part, one elsewhere in the title is not repeated, unless it is a part of a word.
 */
export function pageTitle(options: { own: string; listing: readonly string[]; companyName: string }): string {
  const { own, listing, companyName } = options;
  const name = escapeRegex(companyName);
  const bare = companyName === "" ? own : own.replace(new RegExp(`(?<!\\s)\\s+[|–-]\\s+${name}$`), "");
  const title = [bare, ...listing].filter((part) => part !== "").join(" – ");
  const isNamed = companyName === "" || new RegExp(`(?<!\\p{LC})${name}(?!\\p{LC})`, "u").test(title);
  return isNamed ? title : `${title} | ${companyName}`;
}

/** Pages of one listing need different descriptions, or search engines treat them as duplicates. */
function descriptionOf(input: HeadInput, type: PageType | undefined): string {
  const own = headText(input.page, "description", type?.head.description);
  const parts = listingParts(input);
  return own === "" || parts.length === 0 ? own : `${parts.join(" – ")}: ${own}`;
}

/** Category and page number of a listing page, as displayed. */
function listingParts({ listing, listed, reader, words, definition }: HeadInput): string[] {
  const source = definition.pageTypes[listed]?.category?.datasource;
  const category = listing?.category ? labelOf(listing.category, source, reader) : undefined;
  const number = listing && listing.page > 1 ? (words.page_n ?? "{n}").replace("{n}", String(listing.page)) : undefined;
  return [category, number].filter((part): part is string => Boolean(part));
}

function labelOf(value: string, source: string | undefined, reader: HeadInput["reader"]): string {
  return source === undefined ? value : (reader.option(source, value)?.label ?? value);
}

/** Social networks do not show SVG images. */
function isShareable(image: ImageData | null | undefined): image is ImageData {
  return image !== null && image !== undefined && !/\.svg(?:[?#]|$)/i.test(image.src);
}

/** hreflang: each version lists itself and all others; only for pages that exist in several languages. */
function alternates(input: HeadInput): HeadData["alternates"] {
  const { entry, settings, translations } = input;
  if (entry.shownIn?.[entry.lang] !== undefined) return [];
  const translated = Object.entries(translations).filter(([lang]) => isIndexedIn(entry, lang));
  return languageVersions(settings, Object.fromEntries([...translated, [entry.lang, pagePath(input)]]));
}

/** A page with another language's text is that language's page to search engines. */
function canonicalPath(input: HeadInput): string {
  const { entry, translations } = input;
  return translations[entry.shownIn?.[entry.lang] ?? ""] ?? pagePath(input);
}

function shownLanguage({ entry, definition }: HeadInput): Pick<HeadData, "lang"> {
  const shown = entry.shownIn?.[entry.lang];
  return shown === undefined ? {} : { lang: languageOf(definition.languages, shown).locale };
}

/** Absolute URLs of a page's versions by hreflang, including x-default; empty if there is only one version. */
export function languageVersions(site: SiteAddress, paths: Readonly<ByLanguage<string>>): LanguageVersion[] {
  const versions = site.languages.flatMap((language) => {
    const path = paths[language.code];
    const hasOrigin = (language.origin || site.origin) !== "";
    return path !== undefined && hasOrigin ? [{ hreflang: language.locale, href: absoluteHref(site, path) }] : [];
  });
  const [first] = versions;
  if (!first || versions.length < 2) return [];
  return [...versions, { hreflang: "x-default", href: first.href }];
}

function neighbours({ listing, pages, entry, settings }: HeadInput): { prev: string; next: string } {
  if (!listing) return { prev: "", next: "" };
  const at = (page: number) => absoluteHref(settings, listingPath(entry.path, { ...listing, page }));
  return {
    prev: listing.page > 1 ? at(listing.page - 1) : "",
    next: listing.page < pages ? at(listing.page + 1) : "",
  };
}
