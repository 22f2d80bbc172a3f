import { expect, test } from "vitest";
import { site as sample } from "../../src/blocks/site.ts";
import { checkDefinition } from "../../src/site/check-definition.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";

const SMALL = { languages: [{ code: "en" }], pageTypes: { page: {} } };

function faultsOf(raw: unknown): string {
  try {
    checkDefinition(raw, "/site/site.ts");
    return "";
  } catch (error) {
    const { code, message, where } = error as { code: string; message: string; where?: string };
    expect([code, where]).toEqual(["CONFIG_INVALID", "/site/site.ts"]);
    return message;
  }
}

test("the smallest site is complete", () => {
  expect(faultsOf(SMALL)).toBe("");
  expect(resolveSite(SMALL)).toMatchObject({
    languages: [{ code: "en", locale: "en", name: "EN", prefix: "", home: "/", folder: "", dimension: "" }],
    translation: "fields",
    home: "home",
    global: "global",
    datasources: [],
    pageTypes: { page: { kind: "page", order: "date", head: { noindex: "noindex" }, listing: null } },
  });
});

test("the sample's definition is right", () => {
  expect(faultsOf(sample)).toBe("");
  expect(resolveSite(sample).languages.map(({ home, dimension }) => [home, dimension])).toEqual([
    ["/", ""],
    ["/de/", "de"],
  ]);
});

test("languages with domains have a folder each, and no prefix unless two share a domain", () => {
  const { languages } = resolveSite({
    ...SMALL,
    languages: [
      { code: "en", origin: "https://a.example" },
      { code: "fr", origin: "https://b.example" },
      { code: "nl", origin: "https://b.example" },
    ],
  });
  expect(languages.map(({ folder, prefix, home }) => [folder, prefix, home])).toEqual([
    ["en", "", "/en/"],
    ["fr", "", "/fr/"],
    ["fr", "nl", "/fr/nl/"],
  ]);
});

test.each([
  ["no definition", undefined, "does not export a site definition"],
  ["no language", { ...SMALL, languages: [] }, 'The key "languages" must be at least 1 long.'],
  ["no page types", { languages: [{ code: "en" }] }, 'The key "pageTypes" must be given'],
  ["empty page types", { ...SMALL, pageTypes: {} }, 'The key "pageTypes" is empty'],
  ["an unknown key", { ...SMALL, pagetypes: {} }, 'The key "pagetypes" is not known.'],
  ["an unknown key below", { ...SMALL, pageTypes: { page: { sort: "date" } } }, '"pageTypes.page.sort" is not known'],
  ["a code twice", { ...SMALL, languages: [{ code: "en" }, { code: "en" }] }, 'has the code "en" twice'],
  [
    "two defaults",
    { ...SMALL, languages: [{ code: "en" }, { code: "de", prefix: "" }] },
    'The languages "en" and "de" both have no prefix',
  ],
  [
    "a prefix twice",
    { ...SMALL, languages: [{ code: "en" }, { code: "de" }, { code: "de-at", prefix: "de" }] },
    'both have the prefix "de"',
  ],
  ["a prefix with slashes", { ...SMALL, languages: [{ code: "en", prefix: "/en/" }] }, "one path segment"],
  [
    "an origin with a path",
    { ...SMALL, languages: [{ code: "en", origin: "https://a.example/x" }] },
    "an origin such as",
  ],
  ["labels of no datasource", { ...SMALL, labels: "labels" }, 'names "labels", which is not among "datasources"'],
  ["a datasource twice", { ...SMALL, datasources: ["a", "a"] }, 'has "a" twice'],
  [
    "a category of no datasource",
    { ...SMALL, pageTypes: { page: { category: { field: "topic", datasource: "topics" } } } },
    'names "topics", which is not among "datasources"',
  ],
  ["words of no language", { ...SMALL, words: { de: {} } }, '"words.de" is of no language of the site'],
  [
    "one feed for two types",
    { ...SMALL, pageTypes: { a: { feed: { path: "x.xml", title: {} } }, b: { feed: { path: "x.xml", title: {} } } } },
    'Two page types have the feed "x.xml"',
  ],
  ["a card that is no function", { ...SMALL, card: {} }, 'The key "card" must be a function.'],
])("%s is named with its key and file", (_, raw, text) => {
  expect(faultsOf(raw)).toContain(text);
});
