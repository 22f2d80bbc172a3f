import type { HeadData, Payload, Shared } from "../content/payload.ts";
import { openGraphLocale, otherLocales } from "../content/rules/locales.ts";
import { languageOf } from "../site/languages.ts";
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
  /** "" where its blocks need none. */
  page: string;
  late: string;
  /** The late one comes before the page is painted, not after its markup. */
  isLateEarly: boolean;
}

/** The late stylesheet, which holds up nothing that stands before it in the document. */
export function lateStyles({ late }: PageSheetTags): string {
  return `<link rel="stylesheet" href="${late}">`;
}

/** The head's tags, one a line, in a fixed order. */
export function headTags(payload: Payload, shared: Shared, files: PageFiles, styles: PageSheetTags): string {
  const { head } = payload;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta("name", "description", head.description),
    meta("name", "robots", head.robots),
    link("canonical", head.canonical),
    link("prev", head.prev),
    link("next", head.next),
    ...head.alternates.map(
      ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}">`,
    ),
    ...(payload.kind === "page" ? openGraph(head, payload, shared) : []),
    ...files.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${files.css}">`,
    styles.page === "" ? "" : `<link rel="stylesheet" href="${styles.page}" data-page-styles>`,
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
    ...head.jsonLd.map((thing) => `<script type="application/ld+json">${scriptJson(JSON.stringify(thing))}</script>`),
  ]
    .filter((tag) => tag !== "")
    .join("\n");
}

function iconType(address: string): string {
  return address.endsWith(".svg") ? "image/svg+xml" : address.endsWith(".ico") ? "image/x-icon" : "image/png";
}

function openGraph(head: HeadData, payload: Payload, shared: Shared): string[] {
  const { og } = head;
  const { languages } = shared.site;
  const others = otherLocales(head, languages, payload.lang);
  return [
    meta("property", "og:title", head.title),
    meta("property", "og:description", head.description),
    meta("property", "og:type", og.type),
    meta("property", "og:url", head.canonical),
    meta("property", "og:site_name", shared.site.companyName),
    meta("property", "og:locale", openGraphLocale(languageOf(languages, payload.lang))),
    ...others.map((locale) => meta("property", "og:locale:alternate", locale)),
    meta("property", "og:image", og.image),
    og.image && og.imageWidth > 0 ? meta("property", "og:image:width", String(og.imageWidth)) : "",
    og.image && og.imageHeight > 0 ? meta("property", "og:image:height", String(og.imageHeight)) : "",
    og.image ? meta("property", "og:image:alt", og.imageAlt) : "",
    meta("name", "twitter:card", og.image ? "summary_large_image" : "summary"),
  ];
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return content === "" ? "" : `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

function link(rel: string, href: string): string {
  return href === "" ? "" : `<link rel="${rel}" href="${escapeHtml(href)}">`;
}
