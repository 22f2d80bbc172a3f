import type { HeadInput } from "./head-input.ts";
import { jsonLd } from "./json-ld.ts";
import { listingPath } from "./listing.ts";
import type { Lang } from "./model.ts";
import type { HeadData, ImageData } from "./payload.ts";
import { stringOf } from "./resolve/context.ts";
import { absolute, absoluteUrl } from "./rules/absolute.ts";

const PAGE_WORD: Record<Lang, string> = { en: "Page", de: "Seite" };

/** Head of a page as data; src/render turns it into tags, the client updates the document from it. */
export function buildHead(input: HeadInput): HeadData {
  const { entry, settings, page } = input;
  const canonical = absolute(settings, pagePath(input));
  const title = titleOf(input);
  const description = descriptionOf(input);
  const image = (page.og_image ?? page.teaser_image ?? null) as ImageData | null;
  const shared = [image, page.teaser_image as ImageData | null, input.homeImage].find(isShareable);
  const noindex = page.noindex === true;
  return {
    title,
    description,
    canonical,
    robots: noindex ? "noindex" : "",
    alternates: noindex ? [] : alternates(input),
    ...neighbours(input),
    og: {
      type: entry.component === "Insights" ? "article" : "website",
      image: shared ? absoluteUrl(settings, shared.src) : "",
      imageWidth: shared?.width ?? 0,
      imageHeight: shared?.height ?? 0,
      imageAlt: shared?.alt ?? "",
    },
    jsonLd: jsonLd({ ...input, canonical, title, description, image: image ? absoluteUrl(settings, image.src) : "" }),
  };
}

export function pagePath({ entry, listing }: Pick<HeadInput, "entry" | "listing">): string {
  return listing ? listingPath(entry.path, listing) : entry.path;
}

function titleOf(input: HeadInput): string {
  const { entry, page, settings } = input;
  const own = stringOf(page.meta_title) || stringOf(page.teaser_title) || entry.name;
  const bare = own.replace(new RegExp(`\\s*[|–-]\\s*${escapeRegExp(settings.companyName)}$`), "");
  const parts = [bare, ...listingParts(input)].filter((part) => part !== "").join(" – ");
  return parts.includes(settings.companyName) ? parts : `${parts} | ${settings.companyName}`;
}

/** Pages of one list differ in their descriptions too, or search engines take them for duplicates. */
function descriptionOf(input: HeadInput): string {
  const { page } = input;
  const own = stringOf(page.meta_description) || stringOf(page.teaser_text);
  const parts = listingParts(input);
  return own === "" || parts.length === 0 ? own : `${parts.join(" – ")}: ${own}`;
}

/** Category and number of a list's page, as readers see them. */
function listingParts({ entry, listing, reader }: HeadInput): string[] {
  const category = listing?.category ? reader.option("insight-categories", listing.category)?.label : undefined;
  const number = listing && listing.page > 1 ? `${PAGE_WORD[entry.lang]} ${listing.page}` : undefined;
  return [category, number].filter((part): part is string => Boolean(part));
}

/** No network shows an SVG beside a shared link. */
function isShareable(image: ImageData | null | undefined): image is ImageData {
  return image !== null && image !== undefined && !/\.svg(?:[?#]|$)/i.test(image.src);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** hreflang: each version lists itself and the other; only for pages that exist in both languages. */
function alternates(input: HeadInput): HeadData["alternates"] {
  if (!input.otherPath || input.settings.origin === "") return [];
  const own = absolute(input.settings, pagePath(input));
  const other = absolute(input.settings, input.otherPath);
  const [en, de] = input.entry.lang === "en" ? [own, other] : [other, own];
  return [
    { hreflang: "en", href: en },
    { hreflang: "de", href: de },
    { hreflang: "x-default", href: en },
  ];
}

function neighbours({ listing, pages, entry, settings }: HeadInput): { prev: string; next: string } {
  if (!listing) return { prev: "", next: "" };
  const at = (page: number) => absolute(settings, listingPath(entry.path, { ...listing, page }));
  return {
    prev: listing.page > 1 ? at(listing.page - 1) : "",
    next: listing.page < pages ? at(listing.page + 1) : "",
  };
}
