/** Sites that are not the sample, each with a space, languages and blocks of its own, each built once. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type ForeignSite, type ForeignSiteInput, foreignSite, heroPage as page } from "./foreign-site.ts";

let made: ForeignSite | undefined;
afterEach(() => {
  made?.close();
  made = undefined;
});

async function built(input: ForeignSiteInput) {
  made = await foreignSite(input);
  const { out, report, asked } = made;
  return { out, report, asked, read: (path: string) => readFileSync(join(out, path), "utf8") };
}

describe("three languages with a folder each", () => {
  const site = {
    languages: [
      { code: "en" },
      { code: "fr", locale: "fr-FR", name: "Français" },
      { code: "nl", prefix: "nederlands" },
    ],
    translation: "folders",
    global: null,
    pageTypes: { page: {} },
  };
  const stories = {
    "en/home": page("Home", "en/about"),
    "en/about": page("About"),
    "fr/home": page("Accueil", "fr/about"),
    "fr/about": page("À propos"),
    "nl/home": page("Welkom"),
  };

  test("each page lies below its language, in its language, tied to its translations", async () => {
    const config = { site: { origin: "https://x.example", companyName: "X" } };
    const { report, read, out } = await built({ site, stories, config });
    expect(report).toMatchObject({ ok: true, stories: 5, pages: { total: 5 }, problems: [] });
    expect(read("fr/index.html")).toMatch(/^<!doctype html>\n<html lang="fr-FR"/);
    expect(read("fr/index.html")).toContain('<a href="/fr/about/">more</a>');
    expect(read("index.html")).toContain('<a href="/about/">more</a>');
    const versions = [...read("fr/index.html").matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map((match) =>
      match.slice(1),
    );
    expect(versions).toEqual([
      ["en", "https://x.example/"],
      ["fr-FR", "https://x.example/fr/"],
      ["nl", "https://x.example/nederlands/"],
      ["x-default", "https://x.example/"],
    ]);
    const about = [...read("about/index.html").matchAll(/hreflang="([^"]+)"/g)].map((match) => match[1]);
    expect(about).toEqual(["en", "fr-FR", "x-default"]);
    expect(JSON.parse(read("about/_payload.json")).switchHref).toEqual({
      en: "/about/",
      fr: "/fr/about/",
      nl: "/nederlands/",
    });
    for (const file of ["404.html", "fr/404.html", "nederlands/404.html"])
      expect(existsSync(join(out, file))).toBe(true);
    expect(read("sitemap.xml").match(/<url>/g)).toHaveLength(5);
  });
});

describe("one language, no global story, no datasource", () => {
  const site = { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };

  test("has no prefix, no hreflang and no switch, and asks for nothing that is not there", async () => {
    const { report, read, asked, out } = await built({ site, stories: { home: page("Home"), "a/b": page("Deep") } });
    expect(report).toMatchObject({ ok: true, pages: { total: 2 }, problems: [] });
    expect(read("index.html")).not.toContain("hreflang");
    expect(JSON.parse(read("a/b/_payload.json")).switchHref).toEqual({});
    expect(read("index.html")).toContain('<a class="skip" href="#main">Skip to content</a>');
    expect(existsSync(join(out, "de"))).toBe(false);
    expect(asked.filter((path) => /datasource|global/.test(path))).toEqual([]);
  });
});
