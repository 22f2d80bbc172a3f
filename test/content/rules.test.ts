import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutText } from "../../src/content/rules/cut-text.ts";
import { dateText, isoDay } from "../../src/content/rules/dates.ts";
import { fnv1a } from "../../src/content/rules/fnv1a.ts";
import { decodeEntities } from "../../src/content/rules/html-entities.ts";
import { LABEL_SCAN_LIMIT, label } from "../../src/content/rules/labels.ts";
import { withoutFolder } from "../../src/content/rules/languages.ts";
import { isExternal, safeUrl, siteHref, storyHref } from "../../src/content/rules/links.ts";
import { languageHere, languageOfPath, pathOfSlug, withTrailingSlash } from "../../src/content/rules/paths.ts";
import { slugify } from "../../src/content/rules/slugify.ts";
import { partCount, partOf, splitIntoParts } from "../../src/content/rules/split-into-parts.ts";
import { dateFormat } from "../../src/generate/site-settings.ts";
import type { DatasourceEntry } from "../../src/site/api/model.ts";
import { forLanguage } from "../../src/site/by-language.ts";
import { languageOf } from "../../src/site/languages.ts";
import { compareText } from "../../src/util/compare-text.ts";
import { anyPath, anyText } from "../helpers/any-text.ts";
import { dates, languages } from "../helpers/definition.ts";

describe("links to stories (specification §5)", () => {
  test.each([
    [{}, "/team/"],
    [{ anchor: "jobs" }, "/team/#jobs"],
    [{ title: "new" }, "/team/?new"],
    [{ cat: "x" }, "/team/?cat=x"],
    [{ anchor: "jobs", title: "new", cat: "x" }, "/team/#jobs?new?cat=x"],
  ])("%j -> %s", (parts, href) => expect(storyHref("/team/", parts)).toBe(href));
});

const isPage = (path: string) => path === "/solutions/v1.2/";

describe("addresses typed in by people", () => {
  test.each(["https://a.example/x", "HTTPS://a.example/", "mailto:a@b.c", "tel:+49", "/team/", "#top", "?a=b", "team"])(
    "%s stays",
    (url) => expect(safeUrl(url)).toBe(url),
  );
  test.each([
    ["/", "/"],
    ["/team", "/team/"],
    ["/team/", "/team/"],
    ["/team//", "/team/"],
    ["/de/team///", "/de/team/"],
    ["/team?x=1#jobs", "/team/?x=1#jobs"],
    ["/team#a/b", "/team/#a/b"],
    ["/?q=/a", "/?q=/a"],
    ["/team?a\n=b", "/team/?a\n=b"],
    ["/feed.xml", "/feed.xml"],
    ["/files/price-list.pdf?v=2", "/files/price-list.pdf?v=2"],
    ["/solutions/v1.2", "/solutions/v1.2/"],
    ["/solutions/v1.2?x=1#new", "/solutions/v1.2/?x=1#new"],
    ["/solutions/v1.3", "/solutions/v1.3"],
  ])("%s is linked as %s", (url, href) => expect(siteHref(url, isPage)).toBe(href));
  test("a linked address needs no second look", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(siteHref(siteHref(`/${text}`, isPage), isPage)).toBe(siteHref(`/${text}`, isPage));
      }),
    );
  });
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:x",
    "data:text/html,x",
    "vbscript:x",
    "javascript:alert('https://a.example')",
  ])("%j is refused", (url) => expect(safeUrl(url)).toBe(""));
  test.each([
    ["/\\host.example/a", "//host.example/a"],
    ["\\\\host.example", "//host.example"],
    ["/team\\jobs?a=\\#\\", "/team/jobs?a=\\#\\"],
  ])("%j is read as %s, like in browsers", (url, read) => expect(safeUrl(url)).toBe(read));
  test("no input yields a scheme that runs code", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const url = safeUrl(text);
        expect(/^\s*(javascript|data|vbscript):/i.test(url.replace(/\p{Cc}/gu, ""))).toBe(false);
      }),
    );
  });
});

describe("paths", () => {
  test.each([
    ["home", "en", "/"],
    ["home", "de", "/de/"],
    ["", "de", "/de/"],
    ["team", "en", "/team/"],
    ["a/b/", "de", "/de/a/b/"],
  ] as const)("%s in %s is %s", (slug, lang, path) =>
    expect(pathOfSlug(slug, languageOf(languages, lang), "home")).toBe(path),
  );

  test("/dense is English, /de and below German", () => {
    expect(["/dense/", "/de/", "/de", "/de/x/"].map((path) => languageOfPath(path, languages).code)).toEqual([
      "en",
      "de",
      "de",
      "de",
    ]);
  });

  test("the trailing-slash rule is idempotent", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        fc.pre(!path.endsWith("///"));
        expect(withTrailingSlash(withTrailingSlash(path))).toBe(withTrailingSlash(path));
      }),
    );
  });
});

describe("labels (specification §5)", () => {
  const entry = (name: string, value: string, dimension: string | null = null): DatasourceEntry => ({
    name,
    value,
    dimension_value: dimension,
  });
  test("dimension_value wins unless it is null, also when it is empty", () => {
    expect(label([entry("a", "A", "Ä")], "a")).toBe("Ä");
    expect(label([entry("a", "A")], "a")).toBe("A");
    expect(label([entry("a", "A", "")], "a")).toBe("");
    expect(label([], "a")).toBe("");
  });
  test("only the first 25 entries count", () => {
    const many = Array.from({ length: LABEL_SCAN_LIMIT + 1 }, (_, index) => entry(`n${index}`, String(index)));
    expect(label(many, "n24")).toBe("24");
    expect(label(many, "n25")).toBe("");
  });
});

test("dates are written out in the page's language", () => {
  expect(dateText("2025-03-04 09:00", forLanguage(dates, "en"))).toBe("4 March 2025");
  expect(dateText("2025-03-04T09:00:00.000Z", forLanguage(dates, "de"))).toBe("4. März 2025");
  expect([dateText("", forLanguage(dates, "en")), dateText("soon", forLanguage(dates, "de")), isoDay(null)]).toEqual([
    "",
    "",
    "",
  ]);
});

test("dates have the digits of the language's region", () => {
  const written = (formats: string) => dateText("2025-03-04", dateFormat({ formats }));
  expect(["ar", "ar-EG", "fa-IR", "de"].map(written)).toEqual([
    "4 مارس 2025",
    "٤ مارس ٢٠٢٥",
    "۴ مارس ۲۰۲۵",
    "4. März 2025",
  ]);
});

test("slugify writes umlauts out and never leaves the segment", () => {
  expect(slugify("Größe & Übermaß")).toBe("groesse-uebermass");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(slugify(text)).toMatch(/^[\p{L}\p{N}\p{M}-]*$/u);
    }),
  );
});

test.each([
  ["最初の記事 2", "最初の記事-2"],
  ["من نحن؟", "من-نحن"],
  ["Hakkımızda: İletişim", "hakkımızda-iletisim"],
  ["Đorđe Čaj", "đorđe-caj"],
  ["हिन्दी ガイド", "हिन्दी-ガイド"],
  ["น้ำตาล ຄຳ", "น้ำตาล-ຄຳ"],
  ["🛒", ""],
])("slugify keeps the letters of every script: %s", (text, slug) => expect(slugify(text)).toBe(slug));

test("a text is cut between characters as readers see them", () => {
  for (const character of ["𠮷", "👨‍👩‍👧", "c\u0327", "が"]) {
    for (let length = 1; length <= character.length; length += 1) expect(cutText(`x${character}y`, length)).toBe("x");
    expect(cutText(`x${character}y`, character.length + 1)).toBe(`x${character}`);
  }
  expect(cutText("short", 9)).toBe("short");
});

describe("rules whose answer must never change", () => {
  // The published test vectors of 32-bit FNV-1a.
  test.each([
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
    ["foobar", 0xbf9cf968],
  ])("fnv1a of %j", (text, value) => expect(fnv1a(text)).toBe(value));

  test.each([
    ["&amp;&AMP;&lt;", "&&<"],
    ["&#65;&#x41;&#X41;", "AAA"],
    [
      "&Uuml;ber &uuml;ber, 5&nbsp;&euro; &ndash; &bdquo;ja&ldquo;&hellip; &copy; &szlig;",
      "Über über, 5\u00a0€ – „ja“… © ß",
    ],
    ["&nothing; &constructor; &#0; &#x110000; &amp", "&nothing; &constructor; &#0; &#x110000; &amp"],
  ])("the references in %j give %j", (text, plain) => expect(decodeEntities(text)).toBe(plain));

  test.each([
    ["de/team/", { code: "de", prefix: "" }, "team/"],
    ["pt/team/", { code: "pt-br", prefix: "pt" }, "team/"],
    ["pt-br/team/", { code: "pt-br", prefix: "pt" }, "team/"],
    ["/team/", { code: "de", prefix: "" }, "/team/"],
    ["dense/team/", { code: "de", prefix: "" }, "dense/team/"],
  ])("%s without the folder of %j is %s", (slug, language, rest) => expect(withoutFolder(slug, language)).toBe(rest));

  test("a dot in a folder's name makes no file, a colon in it no scheme, an address in a query no other site", () => {
    expect(siteHref("/v1.2/notes", isPage)).toBe("/v1.2/notes/");
    expect(safeUrl("/talk:intro/")).toBe("/talk:intro/");
    expect([isExternal("/go?to=https://x.example/"), isExternal("HTTP://x"), isExternal("//x")]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("a file of a large site in parts", () => {
  test.each([
    [0, 1],
    [100, 1],
    [101, 16],
    [160, 16],
    [161, 32],
  ])("of %i entries there are %i", (entries, parts) => {
    expect(partCount(entries, { whole: 100, part: 10 })).toBe(parts);
  });

  test("every entry is in the part of its key, in the order it came in", () => {
    const entries = Array.from({ length: 400 }, (_, at) => ({ key: `page-${at % 100}`, at }));
    const parts = splitIntoParts(entries, 8, ({ key }) => key);
    expect(parts.flat().sort((a, b) => a.at - b.at)).toEqual(entries);
    for (const [number, part] of parts.entries()) {
      expect(part.every(({ key }) => partOf(key, 8) === number)).toBe(true);
      expect(part.map(({ at }) => at)).toEqual(part.map(({ at }) => at).sort((a, b) => a - b));
      expect(part.length).toBeGreaterThan(10);
    }
  });
});

test("the language of a public path is looked for on its own domain", () => {
  expect([languageHere("/de/team/", languages, "en"), languageHere("/team/", languages, "de")]).toEqual(["de", "en"]);
  const [en, de] = languages;
  const apart: typeof languages = [
    { ...en, folder: "en", home: "/en/" },
    ...(de ? [{ ...de, folder: "de", home: "/de/" }] : []),
  ];
  expect([languageHere("/team/", apart, "en"), languageHere("/team/", apart, "de")]).toEqual(["en", "de"]);
});

describe("compareText", () => {
  test("orders by code units, and equal texts as equal", () => {
    expect(["b", "a", "Z", "ä"].sort(compareText)).toEqual(["Z", "a", "b", "ä"]);
    expect([compareText("a", "b"), compareText("b", "a"), compareText("a", "a")]).toEqual([-1, 1, 0]);
  });
});
