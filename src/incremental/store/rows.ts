/** What a build keeps of a site, by key (store.ts). */

import type { Lang } from "../../content/model.ts";
import type { ListingRoute } from "../../content/payload.ts";
import type { StorySummary } from "../../content/story-summary.ts";
import type { Problem } from "../../problem.ts";
import type { ByLanguage } from "../../site/by-language.ts";

export const KEYS = {
  head: "head",
  /** What is wrong on a page; none where nothing is. */
  problemsOf: (path: string) => `q ${path}`,
  /** Paths of the pages that have something wrong, as a build of the whole site left them. */
  faulty: "faulty",
  /** Those that came since. One that is right again has no row of problems any more. */
  newFaulty: "new faulty",
  /** How many files of out/ are no page's, as a build of the whole site left them. */
  others: "others",
  /** Some of their paths. */
  otherPaths: (row: number) => `m ${row}`,
  /** Those that came since. One that went has no row of its own any more. */
  newOthers: "new others",
  /** A story as one language's answer has it. */
  story: (answer: Lang, uuid: string) => `s ${answer} ${uuid}`,
  /** Where a story has its pages in a language. */
  entry: (lang: Lang, uuid: string) => `e ${lang} ${uuid}`,
  page: (path: string) => `p ${path}`,
  /** Some of the pages' paths, in the order of their numbers. */
  paths: (row: number) => `n ${row}`,
  /** Numbers of the pages that were made from a dependency. */
  users: (lang: Lang, dependency: string) => `d ${lang} ${dependency}`,
  /** What a question about lists was answered with. */
  answer: (lang: Lang, dependency: string) => `a ${lang} ${dependency}`,
  /** The lists that show a story. */
  shownIn: (lang: Lang, uuid: string) => `l ${lang} ${uuid}`,
  /** The fields that stories of a type are counted and combined by. */
  countedBy: (lang: Lang, type: string) => `c ${lang} ${type}`,
  /** The stories in a page type's feed. */
  feed: (lang: Lang, type: string) => `f ${lang} ${type}`,
  /** What is known of a mirrored asset. */
  asset: (filename: string) => `i ${filename}`,
  /** A file of out/ that is no page's. */
  file: (path: string) => `o ${path}`,
} as const;

/** Of the whole site. */
export interface StoredHead {
  /** Hash of everything that pages are made from beside content: code, configuration, templates, renames. */
  rules: string;
  /** Names the snapshot that all rows are of (src/fetch/snapshot/manifest.ts). */
  snapshot: string;
  buildId: string;
  /** Builds whose files are kept, the published one last. */
  builds: string[];
  /** Build that the record of files was written whole for (src/publish/record-changes.ts). */
  recordOf: string;
  /** Paths of the published shared states. */
  shared: Readonly<ByLanguage<string>>;
  /** Addresses of the preview's indexes. */
  preview: Readonly<ByLanguage<string>>;
  /** Milliseconds of the newest publish date. */
  timestamp: number;
  stories: number;
  pages: number;
  redirects: number;
  /** Problems of the map, assets, redirects and host files, which a story's text does not change. */
  problems: Problem[];
  /** Stands for those that were known before pages were made. */
  beforePages: string;
}

export interface StoredStory {
  digest: StorySummary;
  /** Hash of the digest. */
  print: string;
}

export interface StoredEntry {
  twins: Readonly<ByLanguage<string>>;
  /** Paths of all its pages, its own first. */
  routes: string[];
}

export type StoredFile = [hash: string, size: number, mtimeMs: number];

export interface StoredPage {
  number: number;
  lang: Lang;
  uuid: string;
  listing: ListingRoute | null;
  html: StoredFile;
  payload: StoredFile;
  /** Files it refers to that are neither assets nor pages. */
  loose: string[];
}

/** Null means so many pages that they are not listed. */
export type StoredUsers = number[] | null;
