import { compareText } from "../content/rules/compare-text.ts";
import { encodeSitePath } from "../content/rules/encode.ts";
import { type PartSizes, partCount, partOf, splitIntoParts } from "../content/rules/split-into-parts.ts";
import { element, escapeXml, unescapeXml } from "./xml.ts";

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
 * URLs per file. The protocol allows 50,000; parts are much smaller, since each publish rewrites one or two of them.
 */
const SITEMAP: PartSizes = { whole: 5_000, part: 500 };

/**
 * sitemap.xml; for a large site an index of sitemap-1.xml, sitemap-2.xml and so on. Nothing without an origin, since
 * URLs must be absolute. The caller leaves out pages that are not to be indexed.
 */
export function renderSitemap(options: {
  entries: Iterable<SitemapEntry>;
  origin: string;
  base: string;
  division?: PartSizes;
}): TextFile[] {
  const { origin, base, division = SITEMAP } = options;
  if (origin === "") return [];
  const entries = [...options.entries].sort((a, b) => compareText(a.path, b.path));
  const address = (path: string): string => addressOf(path, { origin, base });
  const count = partCount(entries.length, division);
  if (count === 1) return [{ path: "sitemap.xml", text: urlSet(entries, address) }];
  const parts = splitIntoParts(entries, count, ({ path }) => path).flatMap((part, index): TextFile[] =>
    part.length === 0 ? [] : [{ path: partFile(index), text: urlSet(part, address) }],
  );
  const rows = parts.map(({ path }) => `<sitemap>${element("loc", address(path))}</sitemap>`);
  const index = document("sitemapindex", "", rows);
  return [{ path: "sitemap.xml", text: index }, ...parts];
}

function partFile(index: number): string {
  return `sitemap-${index + 1}.xml`;
}

/** The sitemap file that lists a page, in a sitemap of so many pages. */
export function sitemapFileOf(path: string, pages: number): string {
  const count = partCount(pages, SITEMAP);
  return count === 1 ? "sitemap.xml" : partFile(partOf(path, count));
}

/** Whether sitemaps of these numbers of pages have the same files. */
export function hasSameSitemapFiles(before: number, now: number): boolean {
  return now > 0 && partCount(before, SITEMAP) === partCount(now, SITEMAP);
}

export interface SitemapChanges {
  /** Entries with new values. */
  replaced: readonly SitemapEntry[];
  added: readonly SitemapEntry[];
  /** Paths of pages. */
  removed: readonly string[];
}

/** A file of the sitemap with changed entries; null if that is not what it would be in a new sitemap. */
export function changeSitemap(
  text: string,
  { replaced, added, removed }: SitemapChanges,
  site: { origin: string; base: string },
): string | null {
  const lines = text.split("\n");
  const placeOf = (address: string) => lines.findIndex((line) => line.startsWith(`<url>${element("loc", address)}`));
  for (const [path, entry] of [
    ...replaced.map((one) => [one.path, one] as const),
    ...removed.map((one) => [one, null] as const),
  ]) {
    const address = addressOf(path, site);
    const place = placeOf(address);
    if (place === -1) return null;
    lines.splice(place, 1, ...(entry ? [urlOf(entry, address)] : []));
  }
  for (const entry of added) {
    const isAfter = lines.map((line) => line.startsWith("<url>") && comesAfter(line, entry.path, site));
    const place = isAfter.indexOf(true);
    const end = place === -1 ? lines.indexOf("</urlset>") : place;
    lines.splice(end, 0, urlOf(entry, addressOf(entry.path, site)));
  }
  // A part without pages is not published.
  const hasPages = lines[FIRST_LINE]?.startsWith("<url>") ?? false;
  return hasPages ? lines.join("\n") : null;
}

/** The first line with a page. */
const FIRST_LINE = 2;

/** Whether the page of a line is listed after a path. */
function comesAfter(line: string, path: string, { origin, base }: { origin: string; base: string }): boolean {
  const [, address = ""] = /^<url><loc>([^<]*)<\/loc>/.exec(line) ?? [];
  return `/${decodeURIComponent(unescapeXml(address).slice(origin.length + base.length))}` > path;
}

function addressOf(path: string, { origin, base }: { origin: string; base: string }): string {
  return origin + base + encodeSitePath(path.replace(/^\//, ""));
}

function urlSet(entries: readonly SitemapEntry[], address: (path: string) => string): string {
  return document(
    "urlset",
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml"',
    entries.map((entry) => urlOf(entry, address(entry.path))),
  );
}

function urlOf({ lastmod, alternates }: SitemapEntry, address: string): string {
  const links = alternates.map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${escapeXml(href)}"/>`,
  );
  const date = w3cDate(lastmod);
  return `<url>${element("loc", address)}${date && element("lastmod", date)}${links.join("")}</url>`;
}

function document(name: string, attributes: string, rows: readonly string[]): string {
  const root = `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${attributes}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${rows.join("\n")}\n</${name}>\n`;
}

/** The date part only; the service's formats differ in the rest. */
export function w3cDate(date: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? "";
}
