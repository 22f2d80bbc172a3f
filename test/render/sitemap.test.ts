import { expect, test } from "vitest";
import { renderRobots } from "../../src/render/robots.ts";
import { renderSitemap } from "../../src/render/sitemap.ts";

const SITE = { origin: "https://www.example.org", base: "/sub/" };

test("a page with its language versions and the day of its last change", () => {
  const alternates = [
    { hreflang: "en", href: "https://www.example.org/sub/team/?a=1&b=2" },
    { hreflang: "x-default", href: "https://www.example.org/sub/team/" },
  ];
  const entries = [
    { path: "/team/", lastmod: "2025-03-04T09:00:00.000Z", alternates },
    { path: "/de/über/", lastmod: "", alternates: [] },
  ];
  expect(renderSitemap({ ...SITE, entries })).toEqual([
    {
      path: "sitemap.xml",
      text: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://www.example.org/sub/de/%C3%BCber/</loc></url>
<url><loc>https://www.example.org/sub/team/</loc><lastmod>2025-03-04</lastmod><xhtml:link rel="alternate" hreflang="en" href="https://www.example.org/sub/team/?a=1&amp;b=2"/><xhtml:link rel="alternate" hreflang="x-default" href="https://www.example.org/sub/team/"/></url>
</urlset>
`,
    },
  ]);
});

test("above the limit an index names the parts, and every page is in one of them", () => {
  const entries = Array.from({ length: 5 }, (_, index) => ({ path: `/p${index}/`, lastmod: "", alternates: [] }));
  const files = renderSitemap({ ...SITE, entries, limit: 2 });
  expect(files.map(({ path }) => path)).toEqual(["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"]);
  expect(files[0]?.text).toContain("<sitemap><loc>https://www.example.org/sub/sitemap-3.xml</loc></sitemap>");
  const pages = files.slice(1).flatMap(({ text }) => [...text.matchAll(/\/(p\d)\//g)].map(([, page]) => page));
  expect(pages).toEqual(["p0", "p1", "p2", "p3", "p4"]);
});

test("the protocol's limit is 50,000 addresses a file", () => {
  const entries = Array.from({ length: 50_001 }, (_, index) => ({ path: `/p${index}/`, lastmod: "", alternates: [] }));
  expect(renderSitemap({ ...SITE, entries: entries.slice(1) })).toHaveLength(1);
  const [index, ...parts] = renderSitemap({ ...SITE, entries });
  expect(index?.text.match(/<sitemap>/g)).toHaveLength(2);
  expect(parts.map(({ text }) => text.match(/<url>/g)?.length)).toEqual([50_000, 1]);
});

test("the order of the entries does not matter", () => {
  const entries = ["/b/", "/a/", "/"].map((path) => ({ path, lastmod: "", alternates: [] }));
  expect(renderSitemap({ ...SITE, entries })).toEqual(renderSitemap({ ...SITE, entries: [...entries].reverse() }));
});

const PRODUCTION = { environment: "production", lines: {} };

test("only production is indexed, unless the site says otherwise", () => {
  const staging = { ...SITE, environment: "staging" };
  expect(renderRobots({ ...staging, lines: {} })).toBe("User-agent: *\nDisallow: /\n");
  expect(renderRobots({ ...staging, lines: { staging: ["User-agent: x", "Allow: /a"] } })).toBe(
    "User-agent: x\nAllow: /a\n",
  );
});

test("without an origin there is no sitemap and robots.txt does not name one", () => {
  expect(renderSitemap({ origin: "", base: "/", entries: [] })).toEqual([]);
  expect(renderRobots({ origin: "", base: "/", ...PRODUCTION })).toBe("User-agent: *\nAllow: /\n");
  expect(renderRobots({ ...SITE, ...PRODUCTION })).toBe(
    "User-agent: *\nAllow: /\n\nSitemap: https://www.example.org/sub/sitemap.xml\n",
  );
});
