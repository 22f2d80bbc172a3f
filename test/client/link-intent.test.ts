import { describe, expect, test } from "vitest";
import { type LinkAttributes, linkIntent } from "../../src/client/router/link-intent.ts";
import { languages } from "../helpers/definition.ts";

const ORIGIN = "https://www.example.org";

function intent(
  href: string,
  at = "/team/",
  more: Partial<LinkAttributes> = {},
  { base = "/", lang = "en" as const } = {},
) {
  const url = new URL(href, ORIGIN + at);
  return linkIntent(
    { url, target: "", download: false, languageSwitch: false, ...more },
    { url: new URL(at, ORIGIN), base, lang, languages },
  );
}

describe("linkIntent", () => {
  test.each([
    ["/pricing/", "page"],
    ["/pricing", "page"],
    ["/pricing/#plans", "page"],
    ["/pricing/?cat=x", "page"],
    ["/", "page"],
    ["https://www.example.org/pricing/", "page"],
    ["/dense/", "page"],
    ["/team/", "top"],
    ["/team", "top"],
    ["/team/?cat=x", "query"],
    ["/team/?cat=x#y", "query"],
    ["#people", "native"],
    ["/team/#people", "native"],
    ["/pricing/#:~:text=per%20line", "native"],
    ["/de/", "native"],
    ["/de", "native"],
    ["/de/team/", "native"],
    ["/feed.xml", "native"],
    ["/_assets/files/a.pdf", "native"],
    ["https://elsewhere.example/team/", "native"],
    ["//elsewhere.example/", "native"],
  ])("a link to %s on /team/ is %s", (href, expected) => expect(intent(href)).toBe(expected));

  test("a hash behind another query is a query change", () => {
    expect(intent("/team/#a", "/team/?cat=x")).toBe("query");
    expect(intent("/team/?cat=x#a", "/team/?cat=x")).toBe("native");
  });

  test("new tabs, downloads and the language switch are the browser's", () => {
    expect(intent("/pricing/", "/", { target: "_blank" })).toBe("native");
    expect(intent("/pricing/", "/", { target: "_self" })).toBe("page");
    expect(intent("/pricing/", "/", { download: true })).toBe("native");
    expect(intent("/pricing/", "/", { languageSwitch: true })).toBe("native");
  });

  test("paths outside the base are another site's", () => {
    const below = { base: "/site/" };
    expect(intent("/site/team/", "/site/", {}, { ...below, lang: "en" })).toBe("page");
    expect(intent("/site", "/site/team/", {}, { ...below, lang: "en" })).toBe("page");
    expect(intent("/team/", "/site/", {}, { ...below, lang: "en" })).toBe("native");
    expect(intent("/site/de/team/", "/site/", {}, { ...below, lang: "en" })).toBe("native");
  });
});
