/** What an editor adds to a story's URL (specification §3, §5). */
export interface StoryLinkParts {
  anchor?: string;
  title?: string;
  cat?: string;
}

/**
 * Adds to a page's URL in the order of specification §5: # + anchor, ? + title, ?cat= + cat. Browsers treat a
 * query after an anchor as part of the fragment; `sitegen check` warns about it.
 */
export function storyHref(page: string, { anchor, title, cat }: StoryLinkParts): string {
  let href = page;
  if (anchor) href += `#${anchor}`;
  if (title) href += `?${title}`;
  if (cat) href += `?cat=${cat}`;
  return href;
}

/**
 * A typed site URL in the form its pages have: one slash at the end of the path, before query and anchor. If the last
 * segment has an extension, it is a file, unless the site has a page there: `/team?x` -> `/team/?x`, `/team//` ->
 * `/team/`, `/feed.xml` is unchanged. `isPage` gets the path with its slash.
 */
export function siteHref(href: string, isPage: (path: string) => boolean): string {
  const [, path = "", tail = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const slashed = `${path.replace(/(?<!\/)\/+$/, "")}/`;
  if (/\.[A-Za-z0-9]{1,8}$/.test(path) && !isPage(slashed)) return href;
  return slashed + tail;
}

const SAFE_SCHEME = /^(https?:|mailto:|tel:)/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * A URL that content may use in a link: http, https, mailto, tel, a site path, a query or a hash. Anything else
 * (javascript:, data:, control characters inside the scheme) gives "".
 */
export function safeUrl(url: string): string {
  // Browsers remove tabs and line breaks from URLs, so "java\nscript:" is checked without them.
  const clean = url.replace(/\p{Cc}/gu, "").trim();
  if (SAFE_SCHEME.test(clean)) return clean;
  if (ANY_SCHEME.test(clean)) return "";
  // Browsers take a backslash in a path for a slash: "/\\host.example" is another site.
  return clean.replace(/^[^?#]*/, (path) => path.replaceAll("\\", "/"));
}

/**
 * A typed URL without what browsers need: `www.x.example` gets https, and `team` is a path of the site, since it would
 * lead below each page that has the link.
 */
export function completeUrl(url: string): string {
  if (/^www\./i.test(url)) return `https://${url}`;
  return /^[\p{L}\p{N}_-]/u.test(url) && !ANY_SCHEME.test(url) ? `/${url}` : url;
}

/** True for a URL that leaves the site: http, https, or protocol-relative. */
export function isExternal(url: string): boolean {
  return /^(https?:)?\/\//i.test(url);
}
