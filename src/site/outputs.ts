/** Additional files of a site: the types of a definition's `outputs`. */

import type { PageInfo, Part, RouteQuery } from "./api/page-info.ts";
import type { Block, Crumb, HeadData, ListingRoute } from "./api/payload.ts";
import type { ContentReader } from "./api/reader.ts";

/** A page as it was rendered. */
export interface PageContent {
  /** Site path with slashes at both ends. */
  readonly path: string;
  readonly lang: string;
  /** Differs if the page's files do. */
  readonly hash: string;
  readonly head: HeadData;
  readonly crumbs: readonly Crumb[];
  readonly listing: ListingRoute | null;
  /** The page-type block with its resolved fields and blocks. */
  readonly page: Block | null;
  /** Markup of the page's `<main>`, without header and footer. */
  readonly html: string;
}

/**
 * What an output is made from. Each result is a dependency: while all results are the same, the files are kept without
 * calling `make`. Results are in the first language; `in` returns the reader of another.
 */
export interface SiteReader extends Omit<ContentReader, "self" | "listingHref"> {
  readonly site: { readonly companyName: string; readonly origin: string };
  /** Names of the outputs earlier in the list. */
  readonly outputs: readonly string[];
  in(lang: string): SiteReader;
  /** Absolute URL of a site path. */
  absolute(path: string): string;
  /** The pages of the language, sorted by path. */
  routes(query?: RouteQuery): readonly PageInfo[];
  /** A page as it was rendered; null if there is none. Not known yet while routes are listed. */
  page(path: string): PageContent | null;
  /**
   * What a sitemap lists: the pages on the language's domain that search engines may index, sorted by path, with the
   * addresses that the definition's `sitemap` adds. Or one of `of` parts, into which they are divided by a hash of their
   * path; a publish of a story changes its part.
   */
  sitemap(part?: Part): readonly SitemapEntry[];
  /** How many addresses these are. */
  sitemapTotal(): number;
  /** One of the site's words in the language; "" if there is none. */
  word(name: string): string;
  /** Files that an output earlier in the list made for a key. */
  output(name: string, key: string): readonly EarlierFile[];
}

export interface SitemapEntry {
  /** Site path with slashes at both ends. */
  readonly path: string;
  /** Last publication: ISO 8601 or the service's date format; "" if unknown. */
  readonly lastmod: string;
  /** All language versions including this one and x-default, with absolute URLs; empty if there is only one. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

export interface MadeFile {
  /** Below the site's root, such as `data/stock.json`, or beside a page if it begins with the page's path. */
  readonly path: string;
  readonly body: string | Uint8Array;
  /** Language whose domain gets the file, where languages have domains; default: every domain. */
  readonly lang?: string;
}

/** A file of an earlier output; its body is read when it is asked for. */
export interface EarlierFile extends MadeFile {
  /** Differs if the body does; empty if it is not known. */
  readonly hash: string;
}

export interface MakeOptions {
  /** Ends when the deadline is over or the command is interrupted. */
  readonly signal: AbortSignal;
  /**
   * Bytes that are slow to make. They are kept between builds as long as an output uses the same id; `make` is called
   * if there are none.
   */
  cached(id: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array>;
  /**
   * The files that the same code made for this key in the last build, to take over what has not changed; none if they
   * are not there. The result has to be the same with and without them.
   */
  last(): readonly MadeFile[];
}

export type Made = MadeFile | readonly MadeFile[] | null;

export interface OutputDefinition {
  /** Named in errors, in `sitegen why` and by `reader.output`. */
  readonly name: string;
  /** Lists what to make: `make` is called for each key. */
  readonly keys: (reader: SiteReader) => readonly string[] | Promise<readonly string[]>;
  /** One file, several, or null for none. */
  readonly make: (key: string, reader: SiteReader, options: MakeOptions) => Made | Promise<Made>;
  /** What a page's head says about the files. Pure. */
  readonly head?: (page: HeadPage) => OutputHead;
  /** Page types that its options name: each has to be one of the definition's. */
  readonly pageTypes?: readonly string[];
  /** What is wrong with its options, in sentences: each is an error of the definition. */
  readonly faults?: readonly string[];
  /** Datasources that its options name: each has to be one of the definition's. */
  readonly datasources?: readonly string[];
  /** Folder in which it makes an index for the kit's `Search`. */
  readonly searchFolder?: string;
  /** Seconds that one key may take. Default: 60. */
  readonly timeout?: number;
}

export interface HeadPage extends PageInfo {
  /** Absolute URL of a site path. */
  absolute(path: string): string;
}

export interface OutputHead {
  /** `<link rel="alternate">`: the page in another format, with an absolute URL. */
  readonly alternates?: readonly { readonly type: string; readonly href: string }[];
  /** Picture for shared links, with an absolute URL. */
  readonly image?: { readonly src: string; readonly width: number; readonly height: number; readonly alt: string };
}

/** Declares additional files for `outputs` of a definition. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOutput = (output: OutputDefinition): OutputDefinition => output;
