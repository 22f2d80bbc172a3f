/** The site definition: everything specific to one site. The engine knows a site by this value alone. */
import type { ReactNode } from "react";
import type { Card } from "./api/card.ts";
import type { StoryEntry } from "./api/model.ts";
import type { PageInput } from "./api/page-input.ts";
import type { FileData, ImageData, OptionData, Payload, Shared } from "./api/payload.ts";
import type { ContentReader } from "./api/reader.ts";
import type { HeadFunction } from "./blocks/head-function.ts";
import type { ConsentDefinition } from "./consent.ts";
import type { CropRules } from "./crop-rules.ts";
import type { FormDefinition } from "./forms/define-form.ts";
import type { LanguageDefinition } from "./languages.ts";
import type { OutputDefinition, SiteReader } from "./outputs.ts";
import type { SitePart } from "./parts.ts";
import type { SharedData } from "./register.ts";
import type { RouteDefinition, SitemapAddition } from "./routes.ts";
import type { Source } from "./sources.ts";
import type { SpeculationDefinition } from "./speculation.ts";

export type { HeadPage, Nothing, PageHead, TagAttributes } from "./blocks/head-function.ts";

/**
 * Fields of a page type's root block, or paths into a plugin field: "seo.title". The first that is not empty is used.
 */
export interface HeadFields {
  readonly title?: readonly string[];
  readonly description?: readonly string[];
  readonly image?: readonly string[];
  /** A boolean field that excludes the page from search engines. */
  readonly noindex?: string;
}

/** The block that adds listing routes over the stories of this page type to its story. */
export interface ListingDefinition {
  /** Component name of the block. */
  readonly block: string;
  /** The block's field with the number of stories per page. */
  readonly perPage?: string;
  /** The block's field with the folder of the listed stories. */
  readonly folder?: string;
  /** The block's field with the story shown above the first page and left out of the list. */
  readonly featured?: string;
  /** Stories per page if the editor set no number. */
  readonly defaultPerPage?: number;
}

/** Input for a page's structured data. URLs are absolute. */
export interface StructuredDataInput extends PageInput {
  canonical: string;
  title: string;
  description: string;
  /** URL of the page's first picture, or "". */
  image: string;
  /** The story's date (YYYY-MM-DD), or "". */
  day: string;
  /** Makes a URL of the payload absolute. */
  absolute(href: string): string;
}

export interface PageTypeDefinition {
  /** page, listing and job are og:type website; article is og:type article and has structured data by default. */
  readonly kind?: "page" | "article" | "listing" | "job";
  /** Fields, or a function of the props of the page's block. */
  readonly head?: HeadFields | HeadFunction;
  /** Order of lists of this type: newest first, or as arranged by the editor. */
  readonly order?: "date" | "position";
  /** Field with the story's date; default: its first publication. */
  readonly date?: string;
  /** Field that lists are filtered by, and the datasource of its values. */
  readonly category?: { readonly field: string; readonly datasource?: string };
  readonly listing?: ListingDefinition;
  /** RSS feed of the newest stories: file name below the language's home, and title by language. */
  readonly feed?: { readonly path: string; readonly title: Readonly<Record<string, string>> };
  /** Whether the sitemap has the pages of this type. Default: true. */
  readonly sitemap?: boolean;
  /** schema.org objects for a page of this type, without @context. */
  readonly structuredData?: (input: StructuredDataInput) => Record<string, unknown>[];
  /** Replaces the site's `card` for this type. */
  readonly card?: CardFunction;
}

/** What a card may read besides its own story. */
export interface CardReader {
  readonly lang: string;
  /** URL of a story's page. */
  href(entry: StoryEntry): string;
  image(raw: unknown): ImageData | null;
  file(raw: unknown): FileData | null;
  option(datasource: string, value: unknown): OptionData | null;
  options(datasource: string, values: unknown): OptionData[];
  /** The story's date (YYYY-MM-DD), or "". */
  day(entry: StoryEntry): string;
  /** A date as text in the page's language. */
  dateText(day: string): string;
}

export type CardFunction = (entry: StoryEntry, reader: CardReader) => Card;

/** A component as the engine sees it: `(props) => markup`. The site's own types are more specific. */
export type LayoutComponent = (props: never) => unknown;

type Attributes = Readonly<Record<string, string | true>>;

/** What a site adds to a page's document. */
export interface DocumentAdditions {
  /** Attributes of `<html>`: class, dir, data-*. Those that sitegen sets itself are not allowed. */
  readonly html?: Attributes;
  readonly body?: Attributes;
  /** Markup before and after the page. It is not hydrated and stays during client navigation. */
  readonly bodyStart?: ReactNode;
  readonly bodyEnd?: ReactNode;
}

/** A pure function of the payload and the shared state, like every component. */
export type DocumentFunction = (page: { readonly payload: Payload; readonly shared: Shared }) => DocumentAdditions;

/** The parts that `RichText` of the kit takes too, for one text (docs/rich-text.md). */
export interface RichTextDefinition {
  readonly link?: PartComponent | undefined;
  readonly image?: PartComponent | undefined;
  readonly codeBlock?: PartComponent | undefined;
  readonly heading?: PartComponent | undefined;
  /** By component name. */
  readonly blocks?: Readonly<Record<string, PartComponent>> | undefined;
}

/** A function or a class, as the kit's `RichTextParts` has them. */
type PartComponent = LayoutComponent | (new (props: never) => unknown);

export interface LayoutDefinition {
  readonly Document?: DocumentFunction;
  /** Wraps every page: header, footer, overlays. Receives the page as `children`. */
  readonly Layout?: LayoutComponent;
  /** Shown when the application fails. */
  readonly ErrorPage?: LayoutComponent;
  /** Shown if there is no such page; default: the error page. */
  readonly NotFound?: LayoutComponent;
  /** Components in place of the kit's for parts of rich text, on every page. */
  readonly richText?: RichTextDefinition;
  /**
   * What the layout needs of the whole page, as plain JSON: a document contains only the data of interactive blocks, so
   * everything that header or headings read of the others must come from here. Components get it as `payload.outline`;
   * in the visual editor it may be missing, but `payload.page` is complete.
   */
  readonly outline?: (payload: Payload) => unknown;
  /**
   * What the layout shows of other stories, such as a menu of the pages below the home page, as plain JSON. Called once
   * per language; components get it as `shared.data`.
   */
  readonly data?: (reader: ContentReader) => SharedData;
}

/** A tag of the site in every page's head. */
export interface HeadTag {
  readonly tag: "script" | "link" | "meta";
  readonly attributes?: Readonly<Record<string, string | true>>;
  /** Text of a script; its hash is added to the security policy. */
  readonly text?: string;
  /** Category that the tag waits for: nothing is loaded before the visitor's consent. */
  readonly consent?: string;
  /** Environments whose pages have the tag; default: all. */
  readonly environments?: readonly string[];
  /** Where browsers prerender pages: the script runs in a page that is not visited yet, too. Default: it waits. */
  readonly prerender?: boolean;
}

export interface SiteDefinition {
  /** The first is the default language. */
  readonly languages: readonly LanguageDefinition[];
  /** fields: one story holds all languages; folders: a root folder for each language. */
  readonly translation?: "fields" | "folders";
  /** The field by which stories of different spaces are translations of each other. */
  readonly linkedBy?: string;
  /** "real": pages are at the path that editors set as a story's "real path". */
  readonly path?: "slug" | "real";
  /** Slug of the home story. */
  readonly home?: string;
  /** Slug of the story with navigation and footer; null for none. */
  readonly global?: string | null;
  /** By component name. */
  readonly pageTypes: Readonly<Record<string, PageTypeDefinition>>;
  readonly datasources?: readonly string[];
  /** Data from elsewhere, each loaded by its own function (sources.ts); read with `reader.source("products")`. */
  readonly sources?: Readonly<Record<string, Source<unknown>>>;
  /** The datasource with interface labels, one of `datasources`. */
  readonly labels?: string;
  readonly card?: CardFunction;
  readonly layout?: LayoutDefinition;
  /** Folders of blocks, relative to the definition's file. */
  readonly blocks?: string | readonly string[];
  /** Interface words by language; they override the engine's English ones. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Entry stylesheets, relative to the definition's file. */
  readonly styles?: string | readonly string[];
  readonly icons?: { readonly favicon?: string; readonly touchIcon?: string };
  readonly fonts?: readonly string[];
  readonly head?: readonly HeadTag[];
  /**
   * Additional sources by directive for the site's own scripts and images, for example {"script-src": ["https://…"]}.
   */
  readonly contentSecurityPolicy?: Readonly<Record<string, readonly string[]>>;
  /** Consent categories; without them the site has no consent dialog. */
  readonly consent?: ConsentDefinition;
  /** Browsers prerender the page that a visitor is about to open. */
  readonly speculation?: boolean | SpeculationDefinition;
  /** Elements with a `view-transition-name` morph from page to page. */
  readonly viewTransitions?: boolean;
  /** `flushCache/`, a page that clears what the app stored in a visitor's browser. */
  readonly cachePage?: boolean;
  /** What runs in the browser for elements of any page. */
  readonly parts?: readonly SitePart[];
  /** Lines of robots.txt by environment. Default: production allows everything, all others nothing. */
  readonly robots?: Readonly<Record<string, readonly string[]>>;
  /** Additional files that the site generates; a function may return several outputs as a list. */
  readonly outputs?: readonly (OutputDefinition | readonly OutputDefinition[])[];
  /** Forms that `sitegen serve` answers. */
  readonly forms?: readonly FormDefinition[];
  /** Pages without a story. */
  readonly routes?: readonly RouteDefinition[];
  /** Adds entries to the sitemap. */
  readonly sitemap?: (reader: SiteReader) => readonly SitemapAddition[];
  /** Crops around the focal point, by component and image field (docs/site-definition.md). */
  readonly crops?: CropRules;
  /** Themes that an editor can choose for a block; the gallery shows every block in each. */
  readonly themes?: Themes;
}

export interface Themes {
  /** The blocks' field with one of `values`. */
  readonly field: string;
  readonly values: readonly string[];
  /** Attribute with the theme on an element around blocks without the field, such as `data-theme`. */
  readonly attribute: string;
}

/** Declares a site; preserves literal types. */
export const defineSite = <const S extends SiteDefinition>(site: S): S => site;
