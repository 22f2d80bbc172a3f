/** Types only: the value that flows from content to render to the browser. Everything here is plain JSON. */
import type { ByLanguage } from "../site/by-language.ts";
import type { Languages } from "../site/languages.ts";
import type { SharedData } from "../site/register.ts";
import type { DatasourceEntry, Lang } from "./model.ts";
import type { DateFormat } from "./rules/dates.ts";
import type { ConsentSettings } from "./site-settings.ts";

/** A link that is ready to be put into an <a>. `href` carries the base path. */
export interface LinkData {
  href: string;
  kind: "internal" | "external" | "email" | "asset" | "overlay";
  /** "_blank" or "". A "_blank" link also gets rel noopener (specification §3). */
  target: "_blank" | "";
  /** Title of the story the link leads to, where it leads to one; else "". */
  name: string;
}

/** Variants of a picture in one format, one address for all widths: `{w}` stands for the width in pixels. */
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
  /** CSS object-position, for example "40% 25%", or "" for the centre. */
  focus: string;
  /** Responsive variants, best format first; empty for SVG. */
  sources: ImageSource[];
  /** Widths of the variants, ascending. */
  widths: number[];
  /** Cut around the focal point, by ratio ("3:5"), where the site's definition asks for it. */
  crops?: Record<string, CropData>;
}

/** A part of a picture, shown with the words of the whole. */
export type CropData = Pick<ImageData, "src" | "width" | "height" | "focus" | "sources" | "widths">;

export interface FileData {
  src: string;
  name: string;
  title: string;
  /** On a host that visitors have not agreed to: shown as a link, never loaded. */
  foreign?: boolean;
}

/** A file of any kind; `image` where it is a picture. */
export interface AssetData extends FileData {
  image: ImageData | null;
}

/** A table as an editor filled it in: plain text, every row as long as the longest. */
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
  | { type: "link"; link: LinkData }
  | { type: "anchor"; id: string }
  | { type: "styled"; className: string }
  | { type: "textStyle" | "highlight"; color: string };

/** A rich-text node after resolving: links built, images mirrored, embedded blocks resolved, hostile values gone. */
export interface RichTextNode {
  type: string;
  text?: string;
  marks?: RichTextMark[];
  content?: RichTextNode[];
  /** heading: 1 to 6 */
  level?: number;
  /** heading: id that anchors and tables of contents point to */
  id?: string;
  align?: "left" | "center" | "right" | "justify";
  /** ordered_list: first number */
  start?: number;
  /** code_block: language name, letters, digits and dashes */
  language?: string;
  image?: ImageData;
  emoji?: { name: string; character: string };
  /** blok: every embedded block */
  blocks?: Block[];
  colspan?: number;
  rowspan?: number;
}

/** A resolved block: `component` is the folder name in src/blocks (HeroPlatform, whatever the platform is called). */
export interface Block {
  component: string;
  _uid: string;
  _editable?: string;
  /** While a page is rendered for hydration: how its root element is found again, if its markup is kept. */
  _mark?: string;
  /** In a document: only what the block's kept parts do not show is there (`KeptPart`, src/kit/kept-part.tsx). */
  _kept?: boolean;
  [field: string]: unknown;
}

export interface HeadData {
  title: string;
  description: string;
  /** Absolute URL, or "" for a page that must have none (404). */
  canonical: string;
  robots: string;
  /** hreflang alternates with absolute URLs, x-default among them; empty where there is one language only. */
  alternates: { hreflang: string; href: string }[];
  prev: string;
  next: string;
  og: { type: string; image: string; imageWidth: number; imageHeight: number; imageAlt: string };
  /** schema.org objects. */
  jsonLd: Record<string, unknown>[];
}

export interface Crumb {
  title: string;
  href: string;
}

/** What a listing route shows. Absent on ordinary pages. */
export interface ListingRoute {
  page: number;
  /** Category value, or "" for all. */
  category: string;
}

/**
 * All that a page's render needs beside the shared state of its language.
 * A page is a pure function of (app code, Shared, Payload).
 */
export interface Payload {
  kind: "page" | "error";
  /**
   * Only in the browser: the error page is shown for a page that could not be rendered, not for one that is not there.
   */
  failed?: true;
  lang: Lang;
  /** Path on the language's own domain with slashes at both ends, base not included. */
  path: string;
  /** Its uuid is "" where a page is taken over: the document has none. */
  story: { id: number; uuid: string; component: string; name: string } | null;
  /** Address in each language; the language's home where there is no translation. Empty with one language. */
  switchHref: ByLanguage<string>;
  head: HeadData;
  crumbs: Crumb[];
  listing: ListingRoute | null;
  /** The page-type block with its resolved body; null on the error page. */
  page: Block | null;
  /** Folder names of every block used, sorted: the chunks the page needs. */
  blocks: string[];
  /** Only in `_payload.json`: addresses of the page's stylesheets beyond the common ones, in their order. */
  styles?: readonly string[];
  /**
   * Only in the document, where `page` has only the data of the blocks that do something (src/kit/hydration.ts): what
   * the site's layout and headings take from the whole page. `_payload.json` has the whole page.
   */
  outline?: unknown;
}

/** State that every page of one language shares; published once per language as a hashed file. */
export interface Shared {
  lang: Lang;
  site: {
    /** All languages; the first is the default one. */
    languages: Languages;
    /** Absolute origin without a trailing slash, or "". */
    origin: string;
    /** Base path with slashes at both ends. */
    base: string;
    companyName: string;
    platformName: string;
    badge: { href: string; image: string; label: string } | null;
    /** Form target, or "" for a mail link. */
    contactEndpoint: string;
    previewEditorOrigins: string[];
    bridgeUrl: string;
    consent: ConsentSettings | null;
  };
  /** The language's home page; "" where the space has none. */
  homeHref: string;
  /** How the language writes a date. */
  dates: DateFormat;
  /** The Global story's fields, resolved. */
  global: Block | null;
  /** Folder names of the blocks that the header, footer and contact overlay use: chunks every page needs. */
  blocks: string[];
  labels: DatasourceEntry[];
  /** The interface's own words in this language, labels of the same name put in. */
  words: Record<string, string>;
  /** Entries of the other datasources, by datasource. */
  options: Record<string, OptionData[]>;
  /** What the definition's `layout.data` took from other stories; absent where it has none. */
  data?: SharedData;
  /**
   * Markup of blocks of the Global story that no document carries, by mark (`late` of a schema). The app puts it into
   * the page and goes on without it: only a document is rendered from a state that has it.
   */
  late?: Record<string, string>;
}
