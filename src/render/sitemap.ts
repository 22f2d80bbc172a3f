import { compareText } from "../content/rules/compare-text.ts";
import { encodeSitePath } from "../content/rules/encode.ts";
import { type PartSizes, partCount, partOf } from "../content/rules/split-into-parts.ts";
import { element, escapeXml } from "./escape.ts";

export interface SitemapEntry {
  /** Site path with slashes at both ends, without the base path. */
  path: string;
  /** ISO 8601 or the service's date format; "" if unknown. */
  lastmod: string;
  /** All language versions including this one and x-default, with absolute URLs; empty if there is only one. */
  alternates: readonly { hreflang: string; href: string }[];
}

export interface TextFile {
  path: string;
  text: string;
}

/**
 * URLs per file. The protocol allows 50,000; files are much smaller, since each publish rewrites one or two of them.
 */
const SITEMAP: PartSizes = { whole: 5_000, part: 500 };

/** Number of files of a sitemap with so many pages; 1 means no index. */
export function sitemapParts(pages: number): number {
  return partCount(pages, SITEMAP);
}

/** 0-based number of the file that lists a page, in a sitemap of so many files. */
export function sitemapPartOf(path: string, parts: number): number {
  return parts === 1 ? 0 : partOf(path, parts);
}

interface SitemapSite {
  origin: string;
  base: string;
}

/** One file of a sitemap, or the only one (""). The caller leaves out pages that are not to be indexed. */
export function sitemapPart(entries: Iterable<SitemapEntry>, part: number | "", site: SitemapSite): TextFile {
  const sorted = [...entries].sort((a, b) => compareText(a.path, b.path));
  const rows = sorted.map((entry) => urlOf(entry, addressOf(entry.path, site)));
  return {
    path: part === "" ? SITEMAP_FILE : partFile(part),
    text: document("urlset", ' xmlns:xhtml="http://www.w3.org/1999/xhtml"', rows),
  };
}

/** sitemap.xml of a large site, which lists its files: sitemap-1.xml, sitemap-2.xml and so on. */
export function sitemapIndex(parts: readonly number[], site: SitemapSite): TextFile {
  const rows = parts.map((part) => `<sitemap>${element("loc", addressOf(partFile(part), site))}</sitemap>`);
  return { path: SITEMAP_FILE, text: document("sitemapindex", "", rows) };
}

const SITEMAP_FILE = "sitemap.xml";

function partFile(part: number): string {
  return `sitemap-${part + 1}.xml`;
}

function addressOf(path: string, { origin, base }: { origin: string; base: string }): string {
  return origin + base + encodeSitePath(path.replace(/^\//, ""));
}

/** In a page, browsers encode the rest of an address; a sitemap has it encoded. */
function ascii(href: string): string {
  return /[^!-~]/.test(href) ? new URL(href).href : href;
}

function urlOf({ lastmod, alternates }: SitemapEntry, address: string): string {
  const links = alternates.map(
    ({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${escapeXml(ascii(href))}"/>`,
  );
  const date = w3cDate(lastmod);
  return `<url>${element("loc", address)}${date && element("lastmod", date)}${links.join("")}</url>`;
}

function document(name: string, attributes: string, rows: readonly string[]): string {
  const root = `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${attributes}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${rows.join("\n")}\n</${name}>\n`;
}

/** The date part only; the service's formats differ in the rest. */
function w3cDate(date: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? "";
}
