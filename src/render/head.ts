import { type PageTag, pageTags } from "../content/page-tags.ts";
import type { Payload, Shared } from "../content/payload.ts";
import { renderAttributes } from "./additions.ts";
import { escapeHtml, scriptJson } from "./escape.ts";

/** Addresses of what every page loads, base included. */
export interface PageFiles {
  css: string;
  boot: string;
  app: string;
  /** Fonts worth preloading. */
  fonts: string[];
  /** Shared state of the page's language. */
  shared: string;
  /** "" where the site has none. */
  favicon: string;
  touchIcon: string;
  /** What asks for consent before the app runs; "" where nothing does. */
  consent: string;
  /** The site's own tags. */
  tags: readonly string[];
  /** Feeds of the language. */
  feeds: readonly { href: string; title: string }[];
}

/** Addresses of a page's stylesheets beyond the common one. */
export interface PageSheetTags {
  /** In the order of the cascade. */
  pages: readonly string[];
  late: string;
  /** The late one comes before the page is painted, not after its markup. */
  isLateEarly: boolean;
}

/** The late stylesheet, which delays nothing before it in the document. */
export function lateStyles({ late }: PageSheetTags): string {
  return `<link rel="stylesheet" href="${late}">`;
}

/** The head's tags, one a line, in a fixed order. */
export function headTags(payload: Payload, shared: Shared, files: PageFiles, styles: PageSheetTags): string {
  const tags = pageTags(payload, shared);
  const data = tags.filter(({ tag }) => tag === "script");
  return [
    `<title>${escapeHtml(payload.head.title)}</title>`,
    ...tags.filter(({ tag }) => tag !== "script").map(writeTag),
    ...files.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${files.css}">`,
    ...styles.pages.map((href) => `<link rel="stylesheet" href="${href}" data-page-styles>`),
    styles.isLateEarly ? lateStyles(styles) : "",
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
