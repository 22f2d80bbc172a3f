import { expect, test } from "vitest";
import { site as sample } from "../../src/blocks/site.ts";
import { llmsTxt } from "../../src/outputs/llms-txt.ts";
import { searchIndex } from "../../src/outputs/search-index.ts";
import { checkDefinition } from "../../src/site/check-definition.ts";
import type { SiteDefinition } from "../../src/site/definition.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";
import { tagsOf } from "../../src/site/tags.ts";

const MAPS = { code: "maps", name: { en: "Maps" } };
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

test("a language without a word has the default language's", () => {
  const { words } = resolveSite({
    ...SMALL,
    languages: [{ code: "de" }, { code: "fr" }],
    words: { de: { error_title: "Nicht gefunden", moved: "Umgezogen" }, fr: { moved: "Déplacé" } },
  });
  expect(words.fr).toEqual({ error_title: "Nicht gefunden", moved: "Déplacé" });
});

test("a search or an llms.txt of page types that the site does not have is an error", () => {
  const outputs = [searchIndex({ types: { pages: "Pages" } }), llmsTxt({ sections: { page: "Pages" } })];
  expect(faultsOf({ ...SMALL, outputs })).toBe(
    'The output "search" names "pages", which is not among "pageTypes". Did you mean "page"?',
  );
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

test("whoever has tags that wait asks for consent; a required category waits for nothing", () => {
  const gated = { tag: "script", text: "go()", consent: "maps" } as const;
  const consent = (categories: object[], head: object[] = []) => {
    const raw = { ...SMALL, consent: { categories }, head };
    expect(faultsOf(raw)).toBe("");
    return resolveSite(raw as unknown as SiteDefinition);
  };
  expect(consent([MAPS]).consent).toMatchObject({ ask: false, starts: false });
  expect(consent([MAPS], [gated]).consent).toMatchObject({ ask: true, starts: true });
  expect(consent([{ ...MAPS, required: true }], [gated]).consent).toMatchObject({ ask: false, starts: false });
  const meta = { tag: "meta", attributes: { name: "x" } };
  const tags = [gated, meta, { tag: "link", attributes: { rel: "x" }, environments: ["staging"] }];
  expect(tagsOf(consent([MAPS], tags), "production")).toEqual({
    tags: [meta],
    gated: [{ category: "maps", tags: [gated] }],
  });
  expect(tagsOf(consent([{ ...MAPS, required: true }], tags), "staging").tags).toEqual(tags);
  expect(resolveSite({ ...SMALL, head: [] }).consent).toBe(null);
});

test.each([
  ["no definition", undefined, "does not export a site definition"],
  ["no language", { ...SMALL, languages: [] }, 'The key "languages" must not be empty.'],
  ["no page types", { languages: [{ code: "en" }] }, 'The key "pageTypes" must be given'],
  ["empty page types", { ...SMALL, pageTypes: {} }, 'The key "pageTypes" is empty'],
  ["an unknown key", { ...SMALL, pagetypes: {} }, 'The key "pagetypes" is not known. Did you mean "pageTypes"?'],
  [
    "a language twice",
    { ...SMALL, languages: [{ code: "en" }, { code: "uk", locale: "EN" }] },
    'both have the locale "en"',
  ],
  [
    "a prefix of the program's",
    { ...SMALL, languages: [{ code: "en" }, { code: "flushCache" }] },
    "which is kept for the page of",
  ],
  ["a code that is no code", { ...SMALL, languages: [{ code: "e n" }] }, '"languages.0.code" must be a language code'],
  ["a locale that is no tag", { ...SMALL, languages: [{ code: "en", locale: "en_GB" }] }, "must be a BCP 47 tag"],
  ["formats that are no tag", { ...SMALL, languages: [{ code: "en", formats: "british" }] }, "must be a BCP 47 tag"],
  ["an unknown translation", { ...SMALL, translation: "domains" }, 'must be one of "fields", "folders".'],
  ["a home without a slug", { ...SMALL, home: "" }, 'The key "home" must not be empty.'],
  ["one story for both", { ...SMALL, home: "x", global: "x" }, 'The keys "home" and "global" both name the story "x".'],
  [
    "an unknown kind",
    { ...SMALL, pageTypes: { page: { kind: "post" } } },
    '"pageTypes.page.kind" must be one of "page"',
  ],
  ["an unknown order", { ...SMALL, pageTypes: { page: { order: "name" } } }, 'must be one of "date", "position".'],
  [
    "a listing of nothing",
    { ...SMALL, pageTypes: { page: { listing: {} } } },
    'The key "pageTypes.page.listing.block" must be given: a string.',
  ],
  [
    "no story a page",
    { ...SMALL, pageTypes: { page: { listing: { block: "x", defaultPerPage: 0 } } } },
    'listing.defaultPerPage" must be at least 1.',
  ],
  [
    "one listing block for two types",
    { ...SMALL, pageTypes: { a: { listing: { block: "list" } }, b: { listing: { block: "list" } } } },
    'The page types "a" and "b" both have the listing block "list"; a list is of one page type.',
  ],
  [
    "a feed of no file name",
    { ...SMALL, pageTypes: { page: { feed: { path: "a/feed", title: {} } } } },
    'feed.path" must be a file name that ends in .xml.',
  ],
  [
    "a feed in the sitemap's place",
    { ...SMALL, pageTypes: { page: { feed: { path: "sitemap.xml", title: {} } } } },
    'must not be "sitemap.xml", a file of every site.',
  ],
  [
    "a feed's title of no language",
    { ...SMALL, pageTypes: { page: { feed: { path: "x.xml", title: { de: "Neues" } } } } },
    'The key "pageTypes.page.feed.title.de" is of no language of the site',
  ],
  ["a word that is no text", { ...SMALL, words: { en: { moved: 1 } } }, '"words.en.moved" must be of type string'],
  ["a layout that is no component", { ...SMALL, layout: { Layout: "x" } }, '"layout.Layout" must be a component.'],
  ["blocks of no folder", { ...SMALL, blocks: [] }, 'The key "blocks" must not be empty.'],
  ["blocks that are no folder", { ...SMALL, blocks: 3 }, 'The key "blocks" must be a folder or a list of folders.'],
  ["styles of no file", { ...SMALL, styles: 1 }, 'The key "styles" must be a file or a list of files.'],
  [
    "a tag of another kind",
    { ...SMALL, head: [{ tag: "style" }] },
    '"head.0.tag" must be one of "script", "link", "meta".',
  ],
  [
    "a tag with a wrong attribute",
    { ...SMALL, head: [{ tag: "link", attributes: { href: false } }] },
    '"head.0.attributes.href" must be a text, or true for an attribute without a value.',
  ],
  ["an empty tag", { ...SMALL, head: [{ tag: "script" }] }, 'is an empty script: give it "attributes" or a "text".'],
  ["a text in a tag without one", { ...SMALL, head: [{ tag: "meta", text: "x" }] }, "is for a script, not for a meta"],
  [
    "a script with a file and a text",
    { ...SMALL, head: [{ tag: "script", text: "x()", attributes: { src: "/x.js" } }] },
    'The key "head.0" is a script with a "text" and a "src"',
  ],
  [
    "a directive that there is not",
    { ...SMALL, contentSecurityPolicy: { "script-srcs": [] } },
    'The key "contentSecurityPolicy.script-srcs" is not known. Did you mean "script-src"?',
  ],
  [
    "a source that is none",
    { ...SMALL, contentSecurityPolicy: { "img-src": ["everything; here"] } },
    '"contentSecurityPolicy.img-src.0" must be a source such as',
  ],
  [
    "a category's code in capitals",
    { ...SMALL, consent: { categories: [{ code: "Maps" }] } },
    '"consent.categories.0.code" must be a code of lower-case letters',
  ],
  [
    "a cookie that is none",
    { ...SMALL, consent: { categories: [{ ...MAPS, cookies: ["a b"] }] } },
    "must be the name of a cookie",
  ],
  [
    "robots of an environment in capitals",
    { ...SMALL, robots: { Production: [] } },
    'The name in the key "robots.Production" must be a name in lower case',
  ],
  [
    "a cut without a height",
    { ...SMALL, crops: { hero: { photo: [{ ratio: "3:0" }] } } },
    '"crops.hero.photo.0.ratio" must be a width and a height such as 3:5.',
  ],
  [
    "themes of none",
    { ...SMALL, themes: { field: "theme", values: [], attribute: "data-theme" } },
    'The key "themes.values" must not be empty.',
  ],
  [
    "an attribute that is none",
    { ...SMALL, themes: { field: "theme", values: ["a"], attribute: "theme" } },
    '"themes.attribute" must be an attribute such as data-theme.',
  ],
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
  [
    "a category twice",
    { ...SMALL, consent: { categories: [MAPS, MAPS] } },
    'The key "consent.categories" has the code "maps" twice.',
  ],
  ["no category", { ...SMALL, consent: { categories: [] } }, 'The key "consent.categories" must not be empty.'],
  [
    "a category without a name in a language",
    { ...SMALL, languages: [{ code: "en" }, { code: "fr" }], consent: { categories: [MAPS] } },
    'The key "consent.categories.0.name.fr" must be given.',
  ],
  [
    "a category's text in no language of the site",
    { ...SMALL, consent: { categories: [{ ...MAPS, text: { pl: "x" } }] } },
    'The key "consent.categories.0.text.pl" is of no language of the site; its languages are',
  ],
  [
    "a tag of a category that is not there",
    { ...SMALL, consent: { categories: [MAPS] }, head: [{ tag: "script", text: "x", consent: "statistics" }] },
    'The key "head.0.consent" names "statistics", but the categories are necessary, maps.',
  ],
  [
    "a tag that waits where nobody asks",
    { ...SMALL, head: [{ tag: "script", consent: "statistics" }] },
    'The key "head.0.consent" names "statistics", but the site has no `consent`.',
  ],
  [
    "embeds of a category that is not there",
    { ...SMALL, consent: { categories: [MAPS], embeds: "media" } },
    'The key "consent.embeds" names "media"',
  ],
  [
    "an environment in capitals",
    { ...SMALL, head: [{ tag: "meta", environments: ["Production"] }] },
    'The key "head.0.environments.0" must be a name in lower case',
  ],
  ["a card that is no function", { ...SMALL, card: {} }, 'The key "card" must be a function.'],
  [
    "a wrong value in one shape of several",
    { ...SMALL, speculation: { eagerness: "fast" } },
    'The key "speculation.eagerness" must be one of ',
  ],
])("%s is named with its key and file", (_, raw, text) => {
  expect(faultsOf(raw)).toContain(text);
});

test("a form whose fields or address cannot work is an error that names it", () => {
  const form = (name: string, fields: object, more = {}) => ({ name, fields, ...more });
  const check =
    (...forms: object[]) =>
    () =>
      checkDefinition({ languages: [{ code: "en" }], pageTypes: { page: {} }, forms }, "site.ts");
  const text = { type: "text" };
  expect(check(form("order", { website: text }))).toThrow(
    'The form "order" has a field "website", a name that it needs itself: choose another for its `trap`.',
  );
  expect(check(form("order", { website: text }, { trap: "homepage" }))).not.toThrow();
  expect(check(form("order", { page: text }))).toThrow(
    'The form "order" has a field "page", a name that it needs itself.',
  );
  expect(check(form("order", { size: { type: "select" } }))).toThrow('"size" of the form "order" needs "options"');
  expect(check(form("order", { code: { type: "text", pattern: "[" } }))).toThrow(/pattern.*a regular expression/);
  expect(check(form("a", {}), form("a", {}))).toThrow('Two forms are called "a"');
  expect(check(form("a", {}), form("b", {}, { action: "/forms/a" }))).toThrow('Two forms post to "/forms/a"');
  expect(check(form("a", {}, { action: "//evil.example" }))).toThrow("a path of the site, or a URL");
});
