import { expect, test } from "vitest";
import { partCount, partOf, splitIntoParts } from "../../src/content/rules/split-into-parts.ts";
import { robots } from "../../src/outputs/program-outputs.ts";
import { SITEMAP, sitemapIndex, sitemapPart } from "../../src/outputs/sitemap.ts";
import type { MakeOptions, SitemapEntry, SiteReader } from "../../src/site/outputs.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";

const SITE = { origin: "https://www.example.org", base: "/sub/" };

/** The files of a sitemap with these pages: the index first, if there is one. */
function filesWith(entries: readonly SitemapEntry[]) {
  const count = partCount(entries.length, SITEMAP);
  if (count === 1) return [sitemapPart(entries, null, SITE)];
  const parts = splitIntoParts(entries, count, ({ path }) => path);
  return [sitemapIndex(count, SITE), ...parts.map((part, index) => sitemapPart(part, index, SITE))];
}

test("a page with its language versions and the day of its last change", () => {
  const alternates = [
    { hreflang: "en", href: "https://www.example.org/sub/team/?a=1&b=2" },
    { hreflang: "x-default", href: "https://www.example.org/sub/team/" },
  ];
  const entries = [
    {
      path: "/de/über/",
      lastmod: "",
      alternates: [{ hreflang: "en", href: "https://www.example.org/sub/100%25 öl/" }],
    },
    { path: "/team/", lastmod: "2025-03-04T09:00:00.000Z", alternates },
  ];
  expect(filesWith(entries)).toEqual([
    {
      path: "sitemap.xml",
      text: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://www.example.org/sub/de/%C3%BCber/</loc><xhtml:link rel="alternate" hreflang="en" href="https://www.example.org/sub/100%25%20%C3%B6l/"/></url>
<url><loc>https://www.example.org/sub/team/</loc><lastmod>2025-03-04</lastmod><xhtml:link rel="alternate" hreflang="en" href="https://www.example.org/sub/team/?a=1&amp;b=2"/><xhtml:link rel="alternate" hreflang="x-default" href="https://www.example.org/sub/team/"/></url>
</urlset>
`,
    },
  ]);
});

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/p${index}/`, lastmod: "", alternates: [] }));

test("up to 5,000 pages are in one file; of more an index names the parts, and every page is in the part that is its own", () => {
  expect(filesWith(pages(5_000))).toHaveLength(1);
  const entries = pages(5_001);
  const [index, ...parts] = filesWith(entries);
  expect(index?.path).toBe("sitemap.xml");
  for (const { path } of parts)
    expect(index?.text).toContain(`<sitemap><loc>https://www.example.org/sub/${path}</loc>`);
  expect(index?.text.match(/<sitemap>/g)).toHaveLength(parts.length);
  const texts = new Map(parts.map(({ path, text }) => [path, text]));
  for (const { path } of entries) {
    const file = `sitemap-${partOf(path, partCount(entries.length, SITEMAP)) + 1}.xml`;
    expect(texts.get(file)).toContain(`<loc>https://www.example.org/sub${path}</loc>`);
  }
  expect(parts.flatMap(({ text }) => text.match(/<url>/g))).toHaveLength(5_001);
});

test("a part is as small on a larger site, and a page more changes one part", () => {
  const urls = (text: string) => text.match(/<url>/g)?.length ?? 0;
  const large = filesWith(pages(40_000));
  expect(Math.max(...large.slice(1).map(({ text }) => urls(text)))).toBeLessThan(1_000);
  const before = new Set(large.map(({ text }) => text));
  const fresh = filesWith(pages(40_001)).filter(({ text }) => !before.has(text));
  expect(fresh).toHaveLength(1);
});

const { languages } = resolveSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });

const robotsTxt = (site: Parameters<typeof robots>[0], lines: Record<string, string[]> = {}) =>
  robots(site, { languages, robots: lines }).make("en", {} as SiteReader, {} as MakeOptions);

test("only production is indexed, unless the site says otherwise", () => {
  const staging = { ...SITE, environment: "staging" };
  expect(robotsTxt(staging)).toMatchObject({ body: "User-agent: *\nDisallow: /\n" });
  expect(robotsTxt(staging, { staging: ["User-agent: x", "Allow: /a"] })).toMatchObject({
    body: "User-agent: x\nAllow: /a\n",
  });
});

test("without an origin robots.txt names no sitemap", () => {
  const environment = "production";
  expect(robotsTxt({ origin: "", base: "/", environment })).toMatchObject({ body: "User-agent: *\nAllow: /\n" });
  expect(robotsTxt({ ...SITE, environment })).toMatchObject({
    body: "User-agent: *\nAllow: /\n\nSitemap: https://www.example.org/sub/sitemap.xml\n",
  });
});
