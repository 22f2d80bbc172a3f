/** Files of a site's own making: what a definition's `outputs` are made with. */

import type { PageInfo, RouteQuery } from "../content/page-info.ts";
import type { Block, Crumb, HeadData, ListingRoute } from "../content/payload.ts";
import type { ContentReader } from "../content/reader.ts";

/** A page as it was rendered. */
export interface PageContent {
  /** Site path with slashes at both ends. */
  readonly path: string;
  readonly lang: string;
  readonly head: HeadData;
  readonly crumbs: readonly Crumb[];
  readonly listing: ListingRoute | null;
  /** The page-type block with its resolved fields and blocks. */
  readonly page: Block | null;
  /** Markup of the page's `<main>`, without header and footer. */
  readonly html: string;
}

/**
 * What an output is made from. Each answer is a dependency of what is made: while all of them have the same value, it is
 * kept without being made. Answers are in one language, the first one; `in` gives those of another.
 */
export interface SiteReader extends Omit<ContentReader, "self" | "listingHref"> {
  readonly site: { readonly companyName: string; readonly origin: string };
  /** Names of the outputs earlier in the list. */
  readonly outputs: readonly string[];
  /** The same questions in another language. */
  in(lang: string): SiteReader;
  /** Absolute URL of a site path. */
  absolute(path: string): string;
  /** The pages of the language, sorted by path. */
  routes(query?: RouteQuery): readonly PageInfo[];
  /** A page as it was rendered; null if there is none. Not known yet while routes are listed. */
  page(path: string): PageContent | null;
  /** Files that an output earlier in the list made for a key. */
  output(name: string, key: string): readonly MadeFile[];
}

export interface MadeFile {
  /** Below the root of the site, such as `data/stock.json`; of a page's path, beside that page. */
  readonly path: string;
  readonly body: string | Uint8Array;
  /** Language whose domain gets the file, where languages have domains; default: every domain. */
  readonly lang?: string;
}

export interface MakeOptions {
  /** Ends when the deadline is over or the command is interrupted. */
  readonly signal: AbortSignal;
  /**
   * Bytes that took long to make, kept from build to build as long as an output asks for them by the same id; `make` is
   * called where there are none.
   */
  cached(id: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array>;
}

export type Made = MadeFile | readonly MadeFile[] | null;

export interface OutputDefinition {
  /** Named in errors, in `sitegen why` and by `reader.output`. */
  readonly name: string;
  /** What there is to make; each key is made by itself. */
  readonly keys: (reader: SiteReader) => readonly string[] | Promise<readonly string[]>;
  /** One file, several, or null for none. */
  readonly make: (key: string, reader: SiteReader, options: MakeOptions) => Made | Promise<Made>;
  /** What the head of a page says of the files: a pure function of what lists show of the page. */
  readonly head?: (page: HeadPage) => OutputHead;
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

/** Declares files of a site's own making, for `outputs` of its definition. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOutput = (output: OutputDefinition): OutputDefinition => output;
