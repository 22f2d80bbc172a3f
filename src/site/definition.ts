/** Everything that is true of one site only. The engine knows a site by this value alone. */
import type { ReactNode } from "react";
import type { StoryEntry } from "../content/model.ts";
import type { PageInput } from "../content/page-input.ts";
import type { FileData, ImageData, OptionData, Payload, Shared } from "../content/payload.ts";
import type { ContentReader } from "../content/reader.ts";
import type { CropRules } from "../content/rules/crop-rules.ts";
import type { Card } from "./card.ts";
import type { ConsentDefinition } from "./consent.ts";
import type { LanguageDefinition } from "./languages.ts";
import type { SharedData } from "./register.ts";

/** Field names of a page type's root block; the first that is not empty counts. */
export interface HeadFields {
  readonly title?: readonly string[];
  readonly description?: readonly string[];
  readonly image?: readonly string[];
  /** A boolean field that keeps the page out of search engines. */
  readonly noindex?: string;
}

/** The block whose presence on a story gives that story listing routes over the stories of this page type. */
export interface ListingDefinition {
  /** Component name of the block. */
  readonly block: string;
  /** Its field with the number of stories a page. */
  readonly perPage?: string;
  /** Its field with the folder that stories are taken from. */
  readonly folder?: string;
  /** Its field with the story that is shown above the first page and left out of the list. */
  readonly featured?: string;
  /** Stories a page where the editor set no number. */
  readonly defaultPerPage?: number;
}

/** What a page's structured data may be made from. URLs are absolute. */
export interface StructuredDataInput extends PageInput {
  canonical: string;
  title: string;
  description: string;
  /** The page's first picture, or "". */
  image: string;
  /** Day the story is dated to (YYYY-MM-DD), or "". */
  day: string;
  /** Makes an address of the payload absolute. */
  absolute(href: string): string;
}

export interface PageTypeDefinition {
  /** page, listing and job are og:type website; an article is og:type article and has structured data by default. */
  readonly kind?: "page" | "article" | "listing" | "job";
  readonly head?: HeadFields;
  /** How lists of this type are ordered: newest first, or as the editor arranged them. */
  readonly order?: "date" | "position";
  /** Field with the story's date; first publication where it is empty. */
  readonly date?: string;
  /** Field that lists filter by, and the datasource its values are of. */
  readonly category?: { readonly field: string; readonly datasource?: string };
  readonly listing?: ListingDefinition;
  /** RSS feed of the newest stories: file name below the language's home, title by language. */
  readonly feed?: { readonly path: string; readonly title: Readonly<Record<string, string>> };
  /** schema.org objects of a page of this type, without @context. */
  readonly structuredData?: (input: StructuredDataInput) => Record<string, unknown>[];
  /** Instead of the site's `card`. */
  readonly card?: CardFunction;
}

/** What a card may be made from beside its own story. */
export interface CardReader {
  readonly lang: string;
  /** Address of a story's page. */
  href(entry: StoryEntry): string;
  image(raw: unknown): ImageData | null;
  file(raw: unknown): FileData | null;
  option(datasource: string, value: unknown): OptionData | null;
  options(datasource: string, values: unknown): OptionData[];
  /** Day the story is dated to (YYYY-MM-DD), or "". */
  day(entry: StoryEntry): string;
  /** A day written out in the page's language. */
  dateText(day: string): string;
}

export type CardFunction = (entry: StoryEntry, reader: CardReader) => Card;

/** A component as the engine sees it: `(props) => markup`. The site's own types say more. */
export type LayoutComponent = (props: never) => unknown;

type Attributes = Readonly<Record<string, string | true>>;

/** What a site adds to the document around a page. */
export interface DocumentAdditions {
  /** Attributes of `<html>`: class, dir, data-*. Those that sitegen sets itself are refused. */
  readonly html?: Attributes;
  readonly body?: Attributes;
  /** Markup before and after the page. It is not hydrated, and stays while the visitor goes from page to page. */
  readonly bodyStart?: ReactNode;
  readonly bodyEnd?: ReactNode;
}

/** A pure function of a page and what all pages share, as every component is. */
export type DocumentFunction = (page: { readonly payload: Payload; readonly shared: Shared }) => DocumentAdditions;

export interface LayoutDefinition {
  readonly Document?: DocumentFunction;
  /** Around every page: header, footer, overlays. Receives the page as `children`. */
  readonly Layout?: LayoutComponent;
  /** Shown where the application failed. */
  readonly ErrorPage?: LayoutComponent;
  /** Shown where there is no page; the error page when absent. */
  readonly NotFound?: LayoutComponent;
  /**
   * What the layout takes from the whole page, as plain JSON: a document carries only the data of the blocks that do
   * something, so what header or headings read of the others must come from here. Components get it as
   * `payload.outline`; in the visual editor it may be missing, and `payload.page` is whole.
   */
  readonly outline?: (payload: Payload) => unknown;
  /**
   * What the layout shows of other stories, such as a menu of the pages below the home page, as plain JSON. Asked once
   * a language; components get it as `shared.data`.
   */
  readonly data?: (reader: ContentReader) => SharedData;
}

/** A tag of the site's own in every page's head. */
export interface HeadTag {
  readonly tag: "script" | "link" | "meta";
  readonly attributes?: Readonly<Record<string, string | true>>;
  /** Text of a script; its hash is put into the security policy. */
  readonly text?: string;
  /** Category that the tag waits for: nothing of it is loaded before the visitor agreed. */
  readonly consent?: string;
  /** Environments whose pages have the tag; all when absent. */
  readonly environments?: readonly string[];
}

export interface SiteDefinition {
  /** The first is the default one. */
  readonly languages: readonly LanguageDefinition[];
  /** fields: one story holds all languages; folders: a root folder for each language. */
  readonly translation?: "fields" | "folders";
  /** Slug of the home story. */
  readonly home?: string;
  /** Slug of the story with navigation and footer; null for none. */
  readonly global?: string | null;
  /** By component name. */
  readonly pageTypes: Readonly<Record<string, PageTypeDefinition>>;
  readonly datasources?: readonly string[];
  /** The datasource that holds interface labels: one of `datasources`. */
  readonly labels?: string;
  readonly card?: CardFunction;
  readonly layout?: LayoutDefinition;
  /** Folders of blocks, relative to the definition's file. */
  readonly blocks?: string | readonly string[];
  /** Interface words by language; they win over the engine's English ones. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Entry stylesheets, relative to the definition's file. */
  readonly styles?: string | readonly string[];
  readonly icons?: { readonly favicon?: string; readonly touchIcon?: string };
  readonly fonts?: readonly string[];
  readonly head?: readonly HeadTag[];
  /** Sources by directive that the site's own scripts and pictures need, for example {"script-src": ["https://…"]}. */
  readonly contentSecurityPolicy?: Readonly<Record<string, readonly string[]>>;
  /** What visitors decide on; without it the site has no dialog. */
  readonly consent?: ConsentDefinition;
  /** Lines of robots.txt by environment; production allows all when absent, every other environment forbids all. */
  readonly robots?: Readonly<Record<string, readonly string[]>>;
  /** By component and picture field: what is cut of the picture around its focal point (docs/site-definition.md). */
  readonly crops?: CropRules;
  /** Looks that an editor chooses for a block; the gallery shows every block in each. */
  readonly themes?: Themes;
}

export interface Themes {
  /** The blocks' field that holds one of `values`. */
  readonly field: string;
  readonly values: readonly string[];
  /** By which an element around blocks without the field says which look is behind them, such as `data-theme`. */
  readonly attribute: string;
}

/** Declares a site; keeps the literal types. */
export const defineSite = <const S extends SiteDefinition>(site: S): S => site;
