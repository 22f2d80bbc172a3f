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
  const description = stringOf(page.meta_description) || stringOf(page.teaser_text);
  const image = (page.og_image ?? page.teaser_image ?? null) as ImageData | null;
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
      image: image ? absoluteUrl(settings, image.src) : "",
      imageWidth: image?.width ?? 0,
      imageHeight: image?.height ?? 0,
      imageAlt: image?.alt ?? "",
    },
    jsonLd: jsonLd({ ...input, canonical, title, description, image: image ? absoluteUrl(settings, image.src) : "" }),
  };
}

export function pagePath({ entry, listing }: Pick<HeadInput, "entry" | "listing">): string {
  return listing ? listingPath(entry.path, listing) : entry.path;
}

function titleOf({ entry, listing, reader, page, settings }: HeadInput): string {
  const own = stringOf(page.meta_title) || stringOf(page.teaser_title) || entry.name;
  const category = listing?.category ? reader.option("insight-categories", listing.category)?.label : undefined;
  const number = listing && listing.page > 1 ? `${PAGE_WORD[entry.lang]} ${listing.page}` : undefined;
  const bare = own.replace(new RegExp(`\\s*[|–-]\\s*${escapeRegExp(settings.companyName)}$`), "");
  const parts = [bare, category, number].filter((part) => part !== undefined && part !== "").join(" – ");
  return parts.includes(settings.companyName) ? parts : `${parts} | ${settings.companyName}`;
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
