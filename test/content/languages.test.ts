/** Rules that depend on a site's languages: folders, addresses on other domains, the switch, places that are taken. */
import { describe, expect, test } from "vitest";
import { openGraphLocale, otherLocales } from "../../src/content/page/page-tags.ts";
import { folderLanguage, responseLanguage, withoutFolder } from "../../src/content/rules/languages.ts";
import { absoluteHref, absoluteUrl, hrefOf, publicPath, switchHrefs } from "../../src/content/rules/paths.ts";
import { countWords, readingMinutes } from "../../src/content/rules/reading-time.ts";
import { isSegment, reservedPathError } from "../../src/content/rules/reserved-paths.ts";
import { translatedSuffix } from "../../src/content/rules/translated-key.ts";
import { resolveLanguages } from "../../src/site/resolve-languages.ts";
import { definition } from "../helpers/definition.ts";

const MAIN = "https://www.example.org";
const FRENCH = "https://www.example.fr";
const shared = resolveLanguages([{ code: "en" }, { code: "de" }, { code: "pt-br", locale: "pt-BR", prefix: "br" }]);
const domains = resolveLanguages([{ code: "en" }, { code: "de" }, { code: "fr", origin: FRENCH }]);
const site = { origin: MAIN, base: "/", languages: domains };

describe("folders of languages", () => {
  const slugs = ["en/team", "de/team", "br/team", "pt-br/team", "team", "dense"];
  test.each([
    ["folders", ["en", "de", "pt-br", "pt-br", undefined, undefined]],
    ["fields", [undefined, "de", "pt-br", "pt-br", undefined, undefined]],
  ] as const)("with translation by %s", (translation, codes) => {
    const rules = { languages: shared, translation };
    expect(slugs.map((slug) => folderLanguage(slug, rules)?.code)).toEqual(codes);
  });

  test.each([
    ["de/team/", "team/"],
    ["de", ""],
    ["dense/x", "dense/x"],
    ["team", "team"],
  ])("%s without it is %j", (slug, bare) => expect(withoutFolder(slug, { code: "de", prefix: "de" })).toBe(bare));

  test("an empty prefix is no folder", () => {
    expect(withoutFolder("/team", { code: "en", prefix: "" })).toBe("/team");
    expect(folderLanguage("", { languages: shared, translation: "folders" })).toBeUndefined();
  });

  test("a folder's stories come with the answer of the default language", () => {
    const fields = { languages: shared, translation: "fields" } as const;
    expect(responseLanguage({ lang: "de", slug: "team" }, fields)).toBe("de");
    expect(responseLanguage({ lang: "de", slug: "de/team" }, fields)).toBe("en");
    expect(responseLanguage({ lang: "de", slug: "team" }, { ...fields, translation: "folders" })).toBe("en");
  });

  test("fields are named by the code with underscores", () => expect(translatedSuffix("pt-br")).toBe("__i18n__pt_br"));
});

describe("addresses where a language has a domain of its own", () => {
  test("a page of the same domain is linked by its path, another by its address", () => {
    expect(hrefOf(site, "/en/team/", "de")).toBe("/team/");
    expect(hrefOf(site, "/fr/team/", "fr")).toBe("/team/");
    expect(hrefOf(site, "/fr/team/", "en")).toBe(`${FRENCH}/team/`);
    expect(hrefOf(site, "/en/de/team/", "fr")).toBe(`${MAIN}/de/team/`);
    expect(absoluteHref(site, "/fr/team/")).toBe(`${FRENCH}/team/`);
  });

  test("only the folder of a domain is left out of its paths", () => {
    expect(publicPath("/fr/team/", { folder: "fr" })).toBe("/team/");
    expect(publicPath("/french/team/", { folder: "fr" })).toBe("/french/team/");
    expect(publicPath("/fr/team/", { folder: "" })).toBe("/fr/team/");
  });

  test("a path becomes absolute on the page's own domain, an address stays", () => {
    expect(absoluteUrl(site, "/team/", "fr")).toBe(`${FRENCH}/team/`);
    expect(absoluteUrl(site, "/team/", "de")).toBe(`${MAIN}/team/`);
    expect(absoluteUrl(site, "https://cdn.example/a.png", "fr")).toBe("https://cdn.example/a.png");
  });

  test("the switch leads to each language's version, or its home; one language has none", () => {
    const paths = { en: "/en/team/", fr: "/fr/equipe/" };
    expect(switchHrefs(site, "en", paths)).toEqual({ en: "/team/", de: "/de/", fr: `${FRENCH}/equipe/` });
    expect(switchHrefs({ ...site, languages: resolveLanguages([{ code: "en" }]) }, "en", { en: "/team/" })).toEqual({});
  });
});

test("og:locale names the page's other versions, never its own nor one that it has not", () => {
  const alternates = ["en", "pt-BR", "x-default"].map((hreflang) => ({ hreflang, href: "" }));
  expect(otherLocales({ alternates }, shared, "en")).toEqual(["pt_BR"]);
  expect(openGraphLocale({ formats: "sr-Latn-RS" })).toBe("sr_Latn_RS");
});

describe("places that are taken", () => {
  const rules = { languages: shared, pageTypes: definition.pageTypes };
  const name = (length: number) => "ä".repeat(Math.floor(length / 2)) + "x".repeat(length % 2);
  test.each([
    "/robots.txt/",
    "/sitemap-2.xml/",
    "/_assets/x/",
    "/flushCache/",
    "/404.html/",
    "/de/404.html/",
    "/a/index.html/",
    "/_payload.json/",
    "/nginx.conf/",
    "/vercel.json/x/",
  ])("%s is a file of the build", (path) => expect(reservedPathError(path, rules)).toMatch(/file of the build/));
  test.each([
    "/",
    "/team/",
    "/blog/robots.txt/",
    "/my-404.html/",
    "/x_assets/",
    "/flushCache/x/",
    "/.well-known/x/",
    "/über uns/",
    `/${name(255)}/`,
    "/docs/nginx.conf/",
  ])("%s is free", (path) => expect(reservedPathError(path, rules)).toBe(""));
  test.each([
    ["/a//b/", /empty segment/],
    ["/a/.git/", /begins with a dot/],
    [`/${name(256)}/`, /longer than 255 bytes/],
    [`/${`${name(200)}/`.repeat(4)}`, /longer than 700 bytes/],
    ["/a?b/", /end the path/],
    ["/a\\b/", /backslash/],
    ["/\ud800/", /half of a character/],
  ])("%s is no place: %s", (path, why) => expect(reservedPathError(path, rules)).toMatch(why));

  test("with a domain of its own a language's root has all files of a site", () => {
    const own = { ...rules, languages: domains };
    expect(reservedPathError("/fr/robots.txt/", own)).toMatch(/file of the build/);
    expect(reservedPathError("/fr/blog/robots.txt/", own)).toBe("");
    expect(reservedPathError("/de/robots.txt/", rules)).toBe("");
  });

  test("a segment is letters and digits first, and at most 255 bytes", () => {
    const texts = ["über-uns_2.0", ".x", "a/b", "", "\u{20000}".repeat(63), "\u{20000}".repeat(64), "日".repeat(85)];
    expect(texts.map(isSegment)).toEqual([true, false, false, false, true, false, true]);
    // The page above would have it as a file.
    expect(isSegment("index.html")).toBe(false);
  });
});

test("words are counted in what a visitor reads, at 220 a minute", () => {
  const content = { component: "Text", _uid: "a b c", text: "Four words, one – more", list: ["two words", null, 7] };
  expect(countWords(content)).toBe(6);
  expect([countWords(null), countWords(undefined), countWords(12)]).toEqual([0, 0, 0]);
  expect([0, 329, 330, 550].map(readingMinutes)).toEqual([1, 1, 2, 3]);
  expect(countWords("私たちは東京で iPhone を使う。")).toBe(4 + 1 + 2);
});
