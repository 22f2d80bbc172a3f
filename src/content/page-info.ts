/** Types only: a page as lists of pages show it, and what such a list is asked for. */
import type { ByLanguage } from "../site/by-language.ts";
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
  /** False if it is kept out of search engines. */
  indexed: boolean;
  /** Category and number of a listing's page; null on other pages. */
  listing: ListingRoute | null;
  /** Site paths of its story in other languages. */
  translations: Readonly<ByLanguage<string>>;
}

export interface RouteQuery {
  /** One page. */
  path?: string;
  /** Component name of a page type. */
  type?: string;
  /** True for the pages of listings after the first one too, which show what other pages are about. */
  listings?: boolean;
  /** One of several parts that the pages fall into by a hash of their path: a page that comes or goes changes one. */
  part?: { index: number; of: number };
}
