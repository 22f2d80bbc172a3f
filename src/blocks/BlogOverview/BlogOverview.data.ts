import { listingQuery, pageCount, settingsOf } from "../../content/lists/listing.ts";
import { isSegment } from "../../content/rules/reserved-paths.ts";
import type { PropsOf } from "../../exports/schema.ts";
import type { Block, ListingRoute, OptionData } from "../../site/api/payload.ts";
import type { ContentReader, StoryQuery } from "../../site/api/reader.ts";
import type { CardData } from "../card.ts";
import type { schema } from "./BlogOverview.schema.ts";
import { pageNumbers } from "./page-numbers.ts";

export interface CategoryFilter {
  label: string;
  count: number;
  href: string;
  current: boolean;
}

/** A link of the pagination; page 0 is a gap. */
export interface PageStep {
  page: number;
  href: string;
}

export interface BlogOverviewData {
  /** The posts of this page. */
  posts: CardData[];
  /** Shown above the first unfiltered page only. */
  featured: CardData | null;
  /** Null if all categories are listed. */
  category: OptionData | null;
  /** Number of posts in the listing, including the featured one. */
  total: number;
  page: number;
  pages: number;
  /** Categories with posts, in the datasource's order after "all" (whose label is an interface word). */
  filters: CategoryFilter[];
  steps: PageStep[];
  /** URLs of the neighbouring pages, or "". */
  newer: string;
  older: string;
}

/** As in src/blocks/site.ts. */
const LISTING = {
  block: "BlogOverview",
  perPage: "per_page",
  folder: "starts_with",
  featured: "featured",
  defaultPerPage: 9,
};
const FIRST: ListingRoute = { page: 1, category: "" };

/**
 * One page of the listing. Counts like src/content/lists/listing.ts, so that every linked page exists. Only the first listing
 * in a body has routes: others, and listings in rich text, get no `listing`, show their newest posts and have no
 * pagination.
 */
export function data(block: Block, reader: ContentReader, listing: ListingRoute | null): BlogOverviewData {
  const settings = { type: "Insights", ...settingsOf(block, LISTING) };
  const { page, category } = listing ?? FIRST;
  const folder: StoryQuery = { type: "Insights", startsWith: settings.startsWith };
  const all = reader.total(folder);
  const query = listingQuery(settings, category);
  const listed = reader.total(query);
  const pages = listing ? pageCount(listed, settings.perPage) : 1;
  const href = (to: number) => (to >= 1 && to <= pages ? reader.listingHref({ page: to, category }) : "");
  return {
    posts: reader.latest({ ...query, offset: (page - 1) * settings.perPage, limit: settings.perPage }),
    featured: page === 1 && category === "" ? (block as PropsOf<typeof schema>).featured : null,
    category: category === "" ? null : reader.option("insight-categories", category),
    total: category === "" ? all : listed,
    page,
    pages,
    filters: listing ? filtersOf(folder, all, reader, category) : [],
    steps: pages > 1 ? pageNumbers(page, pages).map((step) => ({ page: step, href: href(step) })) : [],
    newer: href(page - 1),
    older: href(page + 1),
  };
}

/** No filter if there is nothing to choose from. A value missing in the datasource comes last and is its own label. */
function filtersOf(folder: StoryQuery, all: number, reader: ContentReader, current: string): CategoryFilter[] {
  const counts = new Map(reader.counts(folder, "category"));
  const known = reader.options("insight-categories").map((option) => option.value);
  const unknown = [...counts.keys()].filter((value) => !known.includes(value)).sort();
  const values = [...known, ...unknown].filter((value) => counts.has(value) && isSegment(value));
  if (values.length < 2) return [];
  const filter = (category: string, label: string, count: number): CategoryFilter => ({
    label,
    count,
    href: reader.listingHref({ page: 1, category }),
    current: category === current,
  });
  const label = (value: string) => reader.option("insight-categories", value)?.label ?? value;
  return [filter("", "", all), ...values.map((value) => filter(value, label(value), counts.get(value) ?? 0))];
}
