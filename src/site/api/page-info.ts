/** Types only: a page in a list of pages, and the query for such a list. */
import type { ByLanguage } from "../by-language.ts";
import type { Lang } from "./model.ts";
import type { ListingRoute } from "./payload.ts";

export interface PageInfo {
  /** Site path with slashes at both ends: what `href`, `absolute` and `page` of the reader take. */
  path: string;
  lang: Lang;
  /** Component of its page type; "" for a page without a story. */
  type: string;
  name: string;
  title: string;
  description: string;
  /** Value of its type's category field, or "". */
  category: string;
  /** The story's date (YYYY-MM-DD), or "". */
  date: string;
  /** The story's date as the editor has it, with its time, or else the day of its first publication; or "". */
  published: string;
  /** False if it is kept out of search engines. */
  indexed: boolean;
  /** Category and number of a listing's page; null on other pages. */
  listing: ListingRoute | null;
  /** Site paths of its story in other languages. */
  translations: Readonly<ByLanguage<string>>;
}

export interface RouteQuery {
  /** Only the page at this path. */
  path?: string;
  /** Component name of a page type. */
  type?: string;
  /** True to include a listing's further pages and its pages of categories. */
  listings?: boolean;
  /** One of the parts into which pages are divided by a hash of their path, so that a new page changes one part. */
  part?: Part;
}

/** The part number `index`, from 0, of so many. */
export interface Part {
  index: number;
  of: number;
}
