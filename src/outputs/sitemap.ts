/** sitemap.xml of each domain; that of a large site lists several sitemap files. */
import { encodeSitePath } from "../content/rules/encode.ts";
import { publicPath } from "../content/rules/paths.ts";
import { type PartSizes, partCount } from "../content/rules/split-into-parts.ts";
import { element, escapeXml } from "../render/escape.ts";
import type { SiteSettings } from "../site/api/site-settings.ts";
import { domainsOf } from "../site/domains.ts";
import { languageOf } from "../site/languages.ts";
import { defineOutput, type SitemapEntry } from "../site/outputs.ts";

/** Only production is indexed, and the addresses of a sitemap are absolute. */
export function sitemap({ languages, origin, base, environment }: SiteSettings) {
  const domains = domainsOf(languages, origin).filter((domain) => domain.origin !== "");
  return defineOutput({
    name: "sitemap",
    keys: (reader) =>
      domains.flatMap(({ languages: [{ code }] }) => {
        const of = partCount(reader.in(code).sitemapTotal(), SITEMAP);
        const parts = of === 1 ? [] : Array.from({ length: of }, (_, index) => `${code} ${index} ${of}`);
        return environment === "production" ? [...parts, `${code} ${of}`] : [];
      }),
    make(key, reader) {
      const [code = "", ...numbers] = key.split(" ");
      const of = Number(numbers.pop());
      const index = numbers.length === 0 ? null : Number(numbers[0]);
      const language = languageOf(languages, code);
      const site = { origin: language.origin || origin, base };
      const entries = () =>
        reader
          .in(code)
          .sitemap({ index: index ?? 0, of })
          .map((entry) => ({ ...entry, path: publicPath(entry.path, language) }));
      const { path, text } = index === null && of > 1 ? sitemapIndex(of, site) : sitemapPart(entries(), index, site);
      return { path, body: text, lang: code };
    },
  });
}

/**
 * URLs per file. The protocol allows 50,000; files are much smaller, since each publish rewrites one or two of them.
 */
export const SITEMAP: PartSizes = { whole: 5_000, part: 500 };

interface SitemapSite {
  origin: string;
  base: string;
}

interface TextFile {
  path: string;
  text: string;
}

/** One file of a sitemap, or the only one (null). */
export function sitemapPart(entries: readonly SitemapEntry[], part: number | null, site: SitemapSite): TextFile {
  const rows = entries.map((entry) => urlOf(entry, addressOf(entry.path, site)));
  return {
    path: part === null ? SITEMAP_FILE : partFile(part),
    text: document("urlset", ' xmlns:xhtml="http://www.w3.org/1999/xhtml"', rows),
  };
}

/** sitemap.xml of a large site, which lists its files: sitemap-1.xml, sitemap-2.xml and so on. */
export function sitemapIndex(of: number, site: SitemapSite): TextFile {
  const parts = Array.from({ length: of }, (_, part) => addressOf(partFile(part), site));
  const rows = parts.map((address) => `<sitemap>${element("loc", address)}</sitemap>`);
  return { path: SITEMAP_FILE, text: document("sitemapindex", "", rows) };
}

const SITEMAP_FILE = "sitemap.xml";

function partFile(part: number): string {
  return `sitemap-${part + 1}.xml`;
}

function addressOf(path: string, { origin, base }: SitemapSite): string {
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
