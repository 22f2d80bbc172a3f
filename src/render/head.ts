import { pageTags } from "../content/page/page-tags.ts";
import type { PageTag, Payload, Shared } from "../site/api/payload.ts";
import { renderAttributes } from "./custom-head-tags.ts";
import { escapeHtml, scriptJson } from "./escape.ts";

/** URLs of what every page loads, including the base path. */
export interface PageFiles {
  css: string;
  boot: string;
  app: string;
  /** Fonts to preload. */
  fonts: string[];
  /** URL of the shared state of the page's language. */
  shared: string;
  /** URL of its words. */
  words: string;
  /** "" if the site has none. */
  favicon: string;
  touchIcon: string;
  /** Markup that asks for consent before the app runs; "" if not needed. */
  consent: string;
  /** The site's own tags. */
  tags: readonly string[];
  /** Feeds in the page's language. */
  feeds: readonly { href: string; title: string }[];
}

/** URLs of a page's stylesheets besides the common one. */
export interface PageSheetTags {
  /** In cascade order. */
  pages: readonly string[];
  late: string;
}

/** The late stylesheet's tag, at the end of the markup so that it does not delay rendering. */
export function lateStyles({ late }: PageSheetTags): string {
  return `<link rel="stylesheet" href="${late}">`;
}

/** The head's tags, one per line, in a fixed order. */
export function headTags(payload: Payload, shared: Shared, files: PageFiles, styles: PageSheetTags): string {
  const tags = pageTags(payload, shared);
  const data = tags.filter(({ tag }) => tag === "script");
  return [
    `<title>${escapeHtml(payload.head.title)}</title>`,
    ...tags.filter(({ tag }) => tag !== "script").map(writeTag),
    ...files.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${files.css}">`,
    ...styles.pages.map((href) => `<link rel="stylesheet" href="${href}" data-page-styles>`),
    files.favicon === "" ? "" : `<link rel="icon" href="${files.favicon}" type="${iconType(files.favicon)}">`,
    files.touchIcon === "" ? "" : `<link rel="apple-touch-icon" href="${files.touchIcon}">`,
    ...files.feeds.map(
      ({ href, title }) =>
        `<link rel="alternate" type="application/rss+xml" href="${href}" title="${escapeHtml(title)}">`,
    ),
    `<script type="module" src="${files.boot}"></script>`,
    files.consent === "" ? "" : `<script type="module" src="${files.consent}"></script>`,
    ...files.tags,
    ...data.map(writeTag),
  ]
    .filter((tag) => tag !== "")
    .join("\n");
}

function writeTag({ tag, attributes, text = "" }: PageTag): string {
  return `<${tag}${renderAttributes(attributes)}>${tag === "script" ? `${scriptJson(text)}</script>` : ""}`;
}

function iconType(address: string): string {
  return address.endsWith(".svg") ? "image/svg+xml" : address.endsWith(".ico") ? "image/x-icon" : "image/png";
}
