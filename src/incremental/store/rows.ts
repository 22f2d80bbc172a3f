/** Keys and values of what a build stores about a site (store.ts). */

import type { ListingSettings } from "../../content/listing.ts";
import type { Lang } from "../../content/model.ts";
import type { ListingRoute } from "../../content/payload.ts";
import type { Problem } from "../../problem.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { Dependency } from "../dependency-kinds.ts";

/** The value of a key; undefined where a change removes it. */
export type Row = readonly [key: string, value: unknown];

export const KEYS = {
  head: "head",
  /** Problems of a page; no row if there are none. */
  problemsOf: (path: string) => `q ${path}`,
  /** Paths of the pages with problems. */
  faulty: "faulty",
  /** How many paths `otherPaths` has, as of the last full build. */
  others: "others",
  /** Some paths of files that belong to no page. */
  otherPaths: (row: number) => `m ${row}`,
  /** Paths added since. A removed file has no row of its own any more. */
  newOthers: "new others",
  /** The summary of a story as in one language's API response. */
  story: (answer: Lang, uuid: string) => `s ${answer} ${uuid}`,
  /** A story's page in a language; no row if it has none. */
  entry: (lang: Lang, uuid: string) => `e ${lang} ${uuid}`,
  page: (path: string) => `p ${path}`,
  /** Some of the pages' paths, ordered by number. A removed page has no row of its own any more. */
  paths: (row: number) => `n ${row}`,
  /** How many pages have a number. */
  numbered: "numbered",
  /** Numbers of the pages with a dependency. */
  users: (lang: Lang, dependency: string) => `d ${lang} ${dependency}`,
  /** The result of a query that counts: StoredCounts. */
  answer: (lang: Lang, dependency: string) => `a ${lang} ${dependency}`,
  /** The order of the stories that a query selects (story-order.ts); `selection` is its key (list-queries.ts). */
  order: (lang: Lang, selection: string) => `l ${lang} ${selection}`,
  /** Some of those stories. */
  orderPart: (lang: Lang, selection: string, part: number) => `h ${lang} ${part} ${selection}`,
  /** The fields by which stories of a type are counted and combined. */
  countedBy: (lang: Lang, type: string) => `c ${lang} ${type}`,
  /** The list queries over stories of a type in a folder (list-queries.ts), without `windows`. */
  listed: (lang: Lang, type: string, folder: string) => `y ${lang} ${type} ${folder}`,
  /** Queries for a few stories from the middle of a selection, as pages of listings ask, by block of places. */
  windows: (lang: Lang, selection: string, block: number) => `v ${lang} ${block} ${selection}`,
  /** The stories with a listing of stories of a type in a folder. */
  listings: (lang: Lang, type: string, folder: string) => `g ${lang} ${type} ${folder}`,
  /** Names of the stories of a component that is not a page type; no row if there are none. */
  strangers: (component: string) => `r ${component}`,
  /** Paths that two stories have, or a story and a list; no row if there are none. */
  disputed: "disputed",
  /** Whether there are rows of `links`. */
  hasLinks: "links",
  /** How a story is linked as an alternate, by its id: StoredLinks. */
  links: (id: number) => `x ${id}`,
  /** The newest publish dates (newest-dates.ts). */
  newest: "newest",
  /** Problems of assets: AssetProblem[]. */
  assetProblems: "asset problems",
  /** The record of a mirrored asset. */
  asset: (filename: string) => `i ${filename}`,
  /** How many stories use a mirrored asset, for each language that the preview has an index of. */
  assetUses: (filename: string) => `j ${filename}`,
  /** The uploads whose published file is the same, by its URL: their content is equal. */
  assetFile: (src: string) => `k ${src}`,
  /** How many pages link a stylesheet. */
  sheet: (path: string) => `t ${path}`,
  /** Numbers of the pages that refer to a file in their own words (StoredPage.loose). */
  looseTo: (file: string) => `w ${file}`,
  /** A file of out/ that belongs to no page. */
  file: (path: string) => `o ${path}`,
} as const;

/** Facts about the whole site. */
export interface StoredSiteFacts {
  /** Hash of everything that pages depend on besides content: code, configuration, templates, renames. */
  rules: string;
  /** The snapshot that all rows come from (src/fetch/snapshot/manifest.ts). */
  snapshot: string;
  buildId: string;
  /** Builds whose files are kept; the published one is last. */
  builds: string[];
  /** The build whose full file record was written last (src/publish/record-changes.ts). */
  recordOf: string;
  /** Paths of the published shared states. */
  shared: Readonly<ByLanguage<string>>;
  /** URLs of the preview's indexes. */
  preview: Readonly<ByLanguage<string>>;
  /** The newest publish date in milliseconds. */
  timestamp: number;
  /** Number of stories with a page in each language. */
  stories: Readonly<ByLanguage<number>>;
  pages: number;
  /** Number of pages in each domain's sitemap, by the domain's folder. */
  sitemap: Readonly<Record<string, number>>;
  redirects: number;
  /** Problems of the site map, which a story's text does not affect. */
  problems: Problem[];
  /** Problems of redirects and host files. */
  redirectProblems: Problem[];
  /** Those known before pages were rendered, as a comparable string. */
  beforePages: string;
}

/** A story of the default response, null if there is none, and those that list it as an alternate, ordered by uuid. */
export interface StoredLinks {
  uuid: string | null;
  listedBy: string[];
}

export interface StoredEntry {
  twins: Readonly<ByLanguage<string>>;
}

export type StoredFile = [hash: string, size: number, mtimeMs: number];

/** A file that does not exist yet. */
export const NO_FILE: StoredFile = ["", -1, -1];

export interface StoredPage {
  number: number;
  lang: Lang;
  uuid: string;
  listing: ListingRoute | null;
  html: StoredFile;
  payload: StoredFile;
  /** Files that it refers to, but for assets and for the pages that its dependencies name. */
  loose: string[];
}

/** Null: too many pages to be listed. */
export type StoredDependents = number[] | null;

/** Selections with the queries over each. */
export type StoredQueries = [selection: string, dependencies: Dependency[]][];

/** Stories with a listing, with its settings. */
export type StoredListings = [uuid: string, settings: ListingSettings][];

/** An order's parts: how many stories each has. New ones get the next number. */
export interface StoredOrder {
  next: number;
  parts: [part: number, stories: number][];
}

/** How many stories have each value of a field, or each combination of several fields' values. */
export type StoredCounts = [values: string[], count: number][];
