/** Types only: the data that content passes to render and to the browser. All plain JSON. */
import type { ByLanguage } from "../by-language.ts";
import type { Languages } from "../languages.ts";
import type { SharedData } from "../register.ts";
import type { DatasourceEntry, Lang } from "./model.ts";

/** How a language writes dates: plain data, so that Node and the browser produce the same text. */
export interface DateFormat {
  /** Twelve month names, as written in a date. */
  months: readonly string[];
  /** `{day}`, `{month}` and `{year}` in the language's order, for example `{day}. {month} {year}`. */
  pattern: string;
  /** The language's digits from 0 to 9, if they are others. */
  digits?: readonly string[];
}

/** A link, ready for an <a>. `href` includes the base path. */
export interface LinkData {
  href: string;
  kind: "internal" | "external" | "email" | "asset" | "overlay";
  /** "_blank" or "". A "_blank" link also gets rel noopener (specification §3). */
  target: "_blank" | "";
  /** Title of the linked story, or "". */
  name: string;
  /** The editor's own, by React's names. */
  attributes?: Record<string, string>;
}

/**
 * Variants of a picture in one format. `{w}` in the URL is replaced by the width in pixels; without it there is one file
 * of this format, for browsers that know no better one.
 */
export interface ImageSource {
  type: string;
  src: string;
}

export interface ImageData {
  src: string;
  width: number;
  height: number;
  alt: string;
  title: string;
  copyright: string;
  /** CSS object-position, such as "40% 25%"; "" for the centre. */
  focus: string;
  /** Responsive variants, best format first; empty for SVG. */
  sources: ImageSource[];
  /** Widths of the best format, ascending. */
  widths: number[];
  /** Crops around the focal point, by ratio ("3:5"), if the site's definition requires them. */
  crops?: Record<string, CropData>;
}

/** A crop of a picture; it shares the picture's texts. */
export type CropData = Pick<ImageData, "src" | "width" | "height" | "focus" | "sources" | "widths">;

export interface FileData {
  src: string;
  name: string;
  title: string;
  /** True on a host that needs consent: shown as a link, never loaded. */
  foreign?: boolean;
}

/** A file of any kind; with `image` if it is a picture. */
export interface AssetData extends FileData {
  image: ImageData | null;
}

/** A table from the editor: plain text, all rows padded to the longest. */
export interface TableData {
  head: string[];
  rows: string[][];
}

export interface OptionData {
  value: string;
  label: string;
}

export type RichTextMark =
  | { type: "bold" | "strong" | "strike" | "underline" | "italic" | "code" | "superscript" | "subscript" }
  /** `attributes` are the editor's own, by React's names. */
  | { type: "link"; link: LinkData; attributes?: Record<string, string> }
  | { type: "anchor"; id: string }
  | { type: "styled"; className: string }
  | { type: "textStyle"; color: string }
  | { type: "highlight"; color?: string };

/** A resolved rich-text node: links built, images mirrored, embedded blocks resolved, unsafe values removed. */
export interface RichTextNode {
  type: string;
  text?: string;
  marks?: RichTextMark[];
  content?: RichTextNode[];
  /** heading: 1 to 6 */
  level?: number;
  /** heading: id for anchors and tables of contents */
  id?: string;
  align?: "left" | "center" | "right" | "justify";
  /** ordered_list: first number */
  start?: number;
  /** code_block: language name of letters, digits and dashes */
  language?: string;
  image?: ImageData;
  emoji?: { name: string; character: string };
  /** blok: all embedded blocks */
  blocks?: Block[];
  colspan?: number;
  rowspan?: number;
  /** tableCell, tableHeader: pixels */
  width?: number;
  /** tableCell, tableHeader */
  background?: string;
}

/** A resolved block: `component` is its folder in src/blocks (HeroPlatform, even if the platform has another name). */
export interface Block {
  component: string;
  _uid: string;
  _editable?: string;
  /** While rendering for hydration: mark that identifies the block's root element, if its markup is kept. */
  _mark?: string;
  /** In a document: the block has only the data that its kept parts do not show (`KeptPart`, src/kit/kept-part.tsx). */
  _kept?: boolean;
  [field: string]: unknown;
}

/** URL of the page in a language. */
export interface LanguageVersion {
  hreflang: string;
  href: string;
}

/** A language version, or the page in another format. */
export type Alternate = LanguageVersion | { type: string; href: string; hreflang?: never };

export interface HeadData {
  title: string;
  description: string;
  /** Absolute URL; "" for a page that must not have one (404). */
  canonical: string;
  robots: string;
  /** BCP 47 tag of the text, if it is not in the page's language. */
  lang?: string;
  /** Absolute URLs: the page in each language, including x-default, if there are several; and in other formats. */
  alternates: Alternate[];
  prev: string;
  next: string;
  og: { type: string; image: string; imageWidth: number; imageHeight: number; imageAlt: string };
  jsonLd: Record<string, unknown>[];
  /** All of the page's tags but its title, where the site's `head` functions add some. */
  tags?: PageTag[];
}

/** A tag of the head that belongs to one page: written into the document, and replaced on navigation. */
export interface PageTag {
  tag: "meta" | "link" | "script";
  /** In output order. */
  attributes: Record<string, string>;
  /** Content of a data block. */
  text?: string;
}

export interface Crumb {
  title: string;
  href: string;
}

/** The category and number of a listing page. Absent on other pages. */
export interface ListingRoute {
  page: number;
  /** Category value; "" for all. */
  category: string;
}

/** The part of a shared state in a separate file: words and lists, of which each page shows a few. */
export type SharedWords = Pick<Shared, "labels" | "words" | "options">;

/**
 * Everything a page's render needs besides the shared state of its language. A page is a pure function of (app code,
 * Shared, Payload).
 */
export interface Payload {
  kind: "page" | "error";
  /** Only in the browser: the error page is shown for a page that failed to render, not for one that does not exist. */
  failed?: true;
  lang: Lang;
  /** Path on the language's own domain with slashes at both ends, without the base path. */
  path: string;
  /** During hydration the uuid is "", since documents do not contain it. */
  story: { id: number; uuid: string; component: string; name: string } | null;
  /** URL in each language; the language's home if there is no translation. Empty with one language. */
  switchHref: ByLanguage<string>;
  head: HeadData;
  crumbs: Crumb[];
  listing: ListingRoute | null;
  /** The page-type block with its resolved body; null on the error page. */
  page: Block | null;
  /** Folder names of all blocks on the page, sorted: the scripts it needs. */
  blocks: string[];
  /** Only in `_payload.json`: URLs of these scripts, each with its block's name behind a "#". */
  code?: readonly string[];
  /** Only in `_payload.json`: URLs of the page's stylesheets besides the common ones, in order. */
  styles?: readonly string[];
  /**
   * Only in the document, where `page` contains only interactive blocks (src/kit/hydration.ts): what layout and
   * headings need of the whole page. `_payload.json` has the whole page.
   */
  outline?: unknown;
}

/** What visitors can consent to. */
export interface ConsentSettings {
  /** Codes of the categories, in the dialog's order. */
  categories: string[];
  /** The category for embedded videos, or "". */
  embeds: string;
}

/** The state shared by all pages of a language, published once per language: a hashed file, and one with its words. */
export interface Shared {
  lang: Lang;
  site: {
    /** All languages; the first is the default. */
    languages: Languages;
    /** Absolute origin without a trailing slash, or "". */
    origin: string;
    /** Base path with slashes at both ends. */
    base: string;
    companyName: string;
    platformName: string;
    badge: { href: string; image: string; label: string } | null;
    /** Form target; "" for a mail link. */
    contactEndpoint: string;
    previewEditorOrigins: string[];
    bridgeUrl: string;
    consent: ConsentSettings | null;
  };
  /** URL of the language's home page; "" if the space has none. */
  homeHref: string;
  dates: DateFormat;
  /** The Global story's fields, resolved. */
  global: Block | null;
  /** Folder names of the blocks in header, footer and contact overlay: scripts that every page needs. */
  blocks: string[];
  /** Only as published: URLs of these scripts, each with its block's name behind a "#". */
  code?: readonly string[];
  labels: DatasourceEntry[];
  /** Interface words in this language, overridden by labels of the same name. */
  words: Record<string, string>;
  /** Entries of the other datasources, by name. */
  options: Record<string, OptionData[]>;
  /** Data from other stories for the layout (the definition's `layout.data`), if any. */
  data?: SharedData;
  /**
   * Markup of the global story's blocks that are not part of the documents, by mark (`late` in a schema). The app
   * inserts it into the page and removes it here.
   */
  late?: Record<string, string>;
}
