import { describe, expect, test } from "vitest";
import { renderRobots } from "../../src/render/robots.ts";
import { changeSitemap, renderSitemap, sitemapFileOf } from "../../src/render/sitemap.ts";

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

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/p${index}/`, lastmod: "", alternates: [] }));

test("up to 5,000 pages are in one file; of more an index names the parts, and every page is in the part that is its own", () => {
  expect(renderSitemap({ ...SITE, entries: pages(5_000) })).toHaveLength(1);
  const entries = pages(5_001);
  const [index, ...parts] = renderSitemap({ ...SITE, entries });
  expect(index?.path).toBe("sitemap.xml");
  for (const { path } of parts)
    expect(index?.text).toContain(`<sitemap><loc>https://www.example.org/sub/${path}</loc>`);
  expect(index?.text.match(/<sitemap>/g)).toHaveLength(parts.length);
  const texts = new Map(parts.map(({ path, text }) => [path, text]));
  for (const { path } of entries) {
    const file = sitemapFileOf(path, entries.length);
    expect(texts.get(file)).toContain(`<loc>https://www.example.org/sub${path}</loc>`);
  }
  expect(parts.flatMap(({ text }) => text.match(/<url>/g))).toHaveLength(5_001);
});

test("a part is as small on a larger site, and a page more changes one part", () => {
  const urls = (text: string) => text.match(/<url>/g)?.length ?? 0;
  const large = renderSitemap({ ...SITE, entries: pages(40_000) });
  expect(Math.max(...large.slice(1).map(({ text }) => urls(text)))).toBeLessThan(1_000);
  const before = new Set(large.map(({ text }) => text));
  const fresh = renderSitemap({ ...SITE, entries: pages(40_001) }).filter(({ text }) => !before.has(text));
  expect(fresh).toHaveLength(1);
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

describe("a changed file", () => {
  const entry = (path: string, lastmod = "") => ({ path, lastmod, alternates: [] });
  const textOf = (...paths: string[]) =>
    renderSitemap({ ...SITE, entries: paths.map((path) => entry(path)) })[0]?.text ?? "";
  const none = { replaced: [], added: [], removed: [] };
  // The order is that of the paths, not of their URLs: "~" is not encoded, "ä" and "&" are.
  const PATHS = ["/", "/a&b/", "/a/", "/a/z/", "/ab/", "/~/", "/ä/", "/ö?/"];

  test.each(PATHS)("with and without %s is as a new one", (path) => {
    const others = PATHS.filter((one) => one !== path);
    const [whole, rest] = [textOf(...PATHS), textOf(...others)];
    expect(changeSitemap(rest, { ...none, added: [entry(path)] }, SITE)).toBe(whole);
    expect(changeSitemap(whole, { ...none, removed: [path] }, SITE)).toBe(rest);
  });

  test("with another date is as a new one; a page that it does not list, and a file without pages, are refused", () => {
    const dated = renderSitemap({ ...SITE, entries: [entry("/a/", "2026-01-02"), entry("/b/")] })[0]?.text;
    expect(changeSitemap(textOf("/a/", "/b/"), { ...none, replaced: [entry("/a/", "2026-01-02")] }, SITE)).toBe(dated);
    expect(changeSitemap(textOf("/a/"), { ...none, replaced: [entry("/b/")] }, SITE)).toBeNull();
    expect(changeSitemap(textOf("/a/"), { ...none, removed: ["/b/"] }, SITE)).toBeNull();
    expect(changeSitemap(textOf("/a/"), { ...none, removed: ["/a/"] }, SITE)).toBeNull();
  });
});
