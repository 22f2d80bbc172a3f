/** Pages without a story: what a definition's `routes` hold. */

import type { ImageData } from "./api/payload.ts";
import type { ContentReader } from "./api/reader.ts";
import type { Nothing, PageHead } from "./blocks/head-function.ts";
import type { SiteReader } from "./outputs.ts";

/**
 * Head of a page without a story. A title or description that is the name of an interface word is that word; `meta`, `link`
 * and `jsonLd` are further tags.
 */
export interface RouteHead extends Omit<PageHead, "title"> {
  readonly title?: string;
  readonly description?: string;
  readonly image?: ImageData | null;
  /** Keeps the page out of search engines. */
  readonly noindex?: boolean;
}

/**
 * A path below a language's home, and the params that `data` gets with it. Pages of a route with the same `translationKey`,
 * or else the same path, are translations of each other.
 */
export type RoutePath =
  | string
  | Readonly<{ path: string } & Record<string, string>>
  | { readonly path: string; readonly params: Readonly<Record<string, string>> };

/** The path, and the params that `paths` returned with it. */
export type RouteParams = Readonly<Record<string, string>>;

/** Methods, whose parameters TypeScript compares in both directions, so that functions may declare narrower ones. */
interface RouteFunctions {
  data(reader: ContentReader, params: RouteParams): object;
  head(props: object): RouteHead | Nothing;
}

export interface RouteDefinition {
  /** Path below each language's home, or by language code; a language that is not named has no such page. */
  readonly path?: string | Readonly<Record<string, string>>;
  /** Instead of `path`: the paths of several pages, called for each language. */
  readonly paths?: (reader: SiteReader) => readonly RoutePath[];
  /** Component of the page; its module is a script of its own. */
  readonly page: (props: never) => unknown;
  /** Props of the page, as plain JSON; default: the params. */
  readonly data?: RouteFunctions["data"];
  readonly head?: RouteHead | RouteFunctions["head"];
  /** Whether browsers get the page's code. Default: true. */
  readonly hydrate?: boolean;
  /** Whether the sitemap has the page. Default: true. */
  readonly sitemap?: boolean;
}

/** An entry that the site adds to its sitemap: a site path, or a URL of the site. */
export type SitemapAddition = string | { readonly path: string; readonly lastmod?: string };

/** A route in messages: its path in quotes, or its key. */
export function routeName({ path }: Pick<RouteDefinition, "path">, position: number): string {
  const [first] = typeof path === "object" ? Object.values(path) : [path];
  return first === undefined ? `routes.${position}` : `"${first}"`;
}

/** Name of the component of a route, by its position in the definition. */
export function routeComponent(position: number): string {
  return `route:${position}`;
}

export function isRoute(component: string): boolean {
  return component.startsWith("route:");
}
