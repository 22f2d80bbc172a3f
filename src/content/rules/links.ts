import { withTrailingSlash } from "./paths.ts";

/** The parts of a story link that end up in its address (specification §3 and §5). */
export interface StoryLinkParts {
  /** Full slug with its language prefix and without a leading slash: `de/team`; "" is the English home. */
  slug: string;
  anchor?: string;
  title?: string;
  cat?: string;
}

/**
 * Builds a link to a story in exactly the order of specification §5: / + slug, # + anchor, ? + title, ?cat= + cat.
 * A query behind an anchor belongs to the fragment in a browser; `sitegen check` warns about it.
 */
export function storyHref({ slug, anchor, title, cat }: StoryLinkParts): string {
  let href = `/${withTrailingSlash(slug.replace(/^\/+/, ""))}`;
  if (anchor) href += `#${anchor}`;
  if (title) href += `?${title}`;
  if (cat) href += `?cat=${cat}`;
  return href;
}

/**
 * A typed address of the site as its pages have it: one slash at the end of the path, before query and anchor. A last
 * segment with an extension is a file and stays: `/team?x` -> `/team/?x`, `/team//` -> `/team/`, `/feed.xml` stays.
 */
export function siteHref(href: string): string {
  const [, path = "", tail = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  if (/\.[A-Za-z0-9]{1,8}$/.test(path)) return href;
  return `${path.replace(/\/+$/, "")}/${tail}`;
}

const SAFE_SCHEME = /^(https?:|mailto:|tel:)/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * An address that content may put into a link: http, https, mailto, tel, a site path, a query or a hash.
 * Anything else (javascript:, data:, control characters inside the scheme) gives "".
 */
export function safeUrl(url: string): string {
  // Browsers drop tabs and line breaks inside a URL, so "java\nscript:" must be judged without them.
  const clean = url.replace(/\p{Cc}/gu, "").trim();
  if (SAFE_SCHEME.test(clean)) return clean;
  if (ANY_SCHEME.test(clean)) return "";
  return clean;
}

/** True for an address that leaves the site: with a scheme of the web, or protocol-relative. */
export function isExternal(url: string): boolean {
  return /^(https?:)?\/\//i.test(url);
}
