import { describe, expect, test } from "vitest";
import { domainRules, sitePathOf } from "../../src/redirects/build.ts";
import type { RedirectRule } from "../../src/redirects/rule.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";

const { languages } = resolveSite({
  languages: [
    { code: "en", origin: "https://example.com" },
    { code: "de", origin: "https://example.de" },
  ],
  blocks: [],
  pageTypes: {},
});
const [english, german] = languages;
const address = { origin: "https://example.com", base: "/", languages };
const rule = (from: string, to: string, isExternal = false): RedirectRule => ({
  ...{ from, to, isExternal, status: 301, query: [], isPattern: false, hidesPages: false, where: "" },
});

test("each domain has a folder of its own", () => {
  expect([english?.folder, german?.folder]).toEqual(["en", "de"]);
});

describe("rules of a domain", () => {
  const rules = [
    rule("/de/alt/", "/de/neu/"),
    rule("/de/away/", "https://elsewhere.example/", true),
    rule("/de/english/", "/en/team/"),
    rule("/en/old/", "/en/team/"),
  ];

  test("are its own, without its folder; another domain is named by its address", () => {
    const own = domainRules(rules, { folder: "de" }, address);
    expect(own.map(({ from, to, isExternal }) => [from, to, isExternal])).toEqual([
      ["/alt/", "/neu/", false],
      ["/away/", "https://elsewhere.example/", true],
      ["/english/", "https://example.com/team/", true],
    ]);
  });

  test("are all of them where there is one domain", () => {
    expect(domainRules(rules, { folder: "" }, address)).toEqual(rules);
  });
});

describe("a written address", () => {
  test.each([
    ["https://example.de/ueber//uns/", "/de/ueber//uns/", "de"],
    ["https://example.de///team/", "/de/team/", "de"],
    ["https://example.com/team/", "/en/team/", "en"],
    ["/team/", "/de/team/", "de"],
    ["team/", "/de/team/", "de"],
    ["/team//a/", "/de/team//a/", "de"],
    ["//evil.example/", "//evil.example/", "de"],
    ["https://elsewhere.example/x", "https://elsewhere.example/x", "de"],
    ["", "", "de"],
  ])("%j on the German domain is %j", (written, path, folder) => {
    expect(sitePathOf(written, { folder: "de", address })).toEqual({ path, folder });
  });

  test("stays as it is where there is one domain", () => {
    const one = resolveSite({ languages: [{ code: "en" }], blocks: [], pageTypes: {} });
    const at = { origin: "", base: "/", languages: one.languages };
    expect(sitePathOf("team/", { folder: "", address: at })).toEqual({ path: "team/", folder: "" });
  });
});
