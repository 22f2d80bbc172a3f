/** The tags that a site gives single pages, as types. */
import type { Block } from "../api/payload.ts";

/** What `condition && tags` gives where the condition is not met. */
export type Nothing = null | undefined | false | "";

type OneOrSeveral<T> = T | readonly T[];

/** Attributes of a tag; those that are undefined, null or false are left out. */
export type TagAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Tags of one page's head. A tag that every page has, such as the description, is replaced. */
export interface PageHead {
  /** The whole title; the company's name is not added. */
  readonly title?: string | null;
  /** Each with a `name` or `property`, and `content`; one without content is left out. */
  readonly meta?: OneOrSeveral<TagAttributes | Nothing>;
  /** Each with `rel` and `href`; one without an address is left out. */
  readonly link?: OneOrSeveral<TagAttributes | Nothing>;
  /** schema.org objects; `@context` is added. */
  readonly jsonLd?: OneOrSeveral<Readonly<Record<string, unknown>> | Nothing>;
}

/** What a `head` function knows of its page besides the props. */
export interface HeadPage {
  readonly lang: string;
  /** URL of the page. */
  readonly canonical: string;
  /** Title and description that the page has without the function. */
  readonly title: string;
  readonly description: string;
  /** Makes a URL of the payload absolute. */
  absolute(href: string): string;
}

interface Declared {
  // A method, whose parameters TypeScript compares in both directions, so that a site may declare its own props.
  head(props: Block, page: HeadPage): PageHead | Nothing;
}

/** Tags of a page's head that follow from a block's props, as its component gets them. Pure. */
export type HeadFunction = Declared["head"];
