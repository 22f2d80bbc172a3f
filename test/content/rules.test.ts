import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DatasourceEntry } from "../../src/content/model.ts";
import { dateText, isoDay } from "../../src/content/rules/dates.ts";
import { LABEL_SCAN_LIMIT, label } from "../../src/content/rules/labels.ts";
import { safeUrl, siteHref, storyHref } from "../../src/content/rules/links.ts";
import { languageOfPath, pathOfSlug, withTrailingSlash } from "../../src/content/rules/paths.ts";
import { slugify } from "../../src/content/rules/slugify.ts";
import { at } from "../../src/site/by-language.ts";
import { languageOf } from "../../src/site/languages.ts";
import { dates, languages } from "../helpers/definition.ts";

describe("links to stories (specification §5)", () => {
  test.each([
    [{ slug: "team" }, "/team/"],
    [{ slug: "team/" }, "/team/"],
    [{ slug: "team//" }, "/team/"],
    [{ slug: "" }, "/"],
    [{ slug: "de" }, "/de/"],
    [{ slug: "de/team" }, "/de/team/"],
    [{ slug: "team", anchor: "jobs" }, "/team/#jobs"],
    [{ slug: "team", title: "new" }, "/team/?new"],
    [{ slug: "team", cat: "x" }, "/team/?cat=x"],
    [{ slug: "team", anchor: "jobs", title: "new", cat: "x" }, "/team/#jobs?new?cat=x"],
  ])("%j -> %s", (parts, href) => expect(storyHref(parts)).toBe(href));
});

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
  ])("%s is linked as %s", (url, href) => expect(siteHref(url)).toBe(href));
  test("a linked address needs no second look", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(siteHref(siteHref(`/${text}`))).toBe(siteHref(`/${text}`));
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
  test("no input yields a scheme that runs code", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
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
      fc.property(fc.webPath(), (path) => {
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
  expect(dateText("2025-03-04 09:00", at(dates, "en"))).toBe("4 March 2025");
  expect(dateText("2025-03-04T09:00:00.000Z", at(dates, "de"))).toBe("4. März 2025");
  expect([dateText("", at(dates, "en")), dateText("soon", at(dates, "de")), isoDay(null)]).toEqual(["", "", ""]);
});

test("slugify writes umlauts out and never leaves the segment", () => {
  expect(slugify("Größe & Übermaß")).toBe("groesse-uebermass");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(slugify(text)).toMatch(/^[a-z0-9-]*$/);
    }),
  );
});
