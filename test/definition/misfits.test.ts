/** What does not fit is said once: a space that lacks what the definition names, and a definition its blocks contradict. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "../../src/errors.ts";
import { type ForeignSiteInput, foreignSite, heroPage } from "./foreign-site.ts";

const SITE = { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };
const OTHER = { content: { component: "article" } };
const many = Object.fromEntries(["a", "b", "c", "d", "e"].map((slug) => [`blog/${slug}`, OTHER]));

test.each<[what: string, input: Omit<ForeignSiteInput, "site"> & { site?: object }, message: string, hint: string]>([
  [
    "a page type that the definition does not name",
    { stories: { home: heroPage("Home"), ...many } },
    'The component "article" is not a page type; its 5 stories have no pages: blog/a, blog/b, blog/c and 2 more.',
    'add "article": {} to "pageTypes"',
  ],
  [
    "no home story",
    { stories: { start: heroPage("Start"), about: heroPage("About") } },
    'no page lies at /, since no published story has the slug "home"; at its root lie about, start.',
    'write the slug of the home story at "home"',
  ],
  [
    "a language that the space does not have",
    {
      stories: { home: heroPage("Home") },
      languages: ["de"],
      site: { ...SITE, languages: [{ code: "en" }, { code: "fr" }] },
    },
    'The space has no story in the language "fr"; beside the default language it has de.',
    'write another code at "languages"',
  ],
  [
    "a language without a root folder",
    {
      stories: { "en/home": heroPage("Home"), "es/home": heroPage("Inicio") },
      site: { ...SITE, languages: [{ code: "en" }, { code: "fr" }], translation: "folders" },
    },
    'The space has no story in the language "fr"; its root folders of no language are es.',
    "Name the language's root folder by its code",
  ],
  [
    "a datasource that the space does not have",
    {
      stories: { home: heroPage("Home") },
      site: { ...SITE, datasources: ["topics"] },
      files: { "space/datasources/colors.json": JSON.stringify([{ name: "red", value: "Red" }]) },
    },
    'The space has no datasource "topics"; its datasources are colors.',
    'write the slug of an existing one into "datasources"',
  ],
])("%s is said once, with what was found and what to write", async (_, { site = SITE, ...input }, message, hint) => {
  const built = await foreignSite({ site, ...input });
  try {
    const about = built.report.problems.filter((one) => one.message.includes(message));
    expect(about).toHaveLength(1);
    expect(about[0]?.hint).toContain(hint);
    expect(built.report.problems.filter(({ code }) => /MISFIT|NOT_A_PAGE|FETCH_DATASOURCE/.test(code))).toEqual(about);
    // What fits is published; a language that is not there makes no copies of the default one's pages.
    expect(built.report.pages.total).toBeGreaterThan(0);
    expect(existsSync(join(built.out, "fr/index.html"))).toBe(false);
  } finally {
    built.close();
  }
});

test("a space of which nothing is a page stops the build with exit code 1", async () => {
  const stopped = foreignSite({ site: SITE, stories: { home: OTHER, x: OTHER } });
  await expect(stopped).rejects.toMatchObject({
    code: "BUILD_NO_PAGES",
    message: expect.stringContaining("the page types page, the space has stories of article (2)"),
    hint: expect.stringContaining('{ "article": {} }'),
  });
  expect(ERRORS.BUILD_NO_PAGES.exit).toBe(1);
});

const LIST = 'import { blocks, defineBlock } from "sitegen/schema";\n';
test.each<[what: string, site: object, files: Record<string, string>, message: RegExp, where: RegExp]>([
  [
    "a page type without a block",
    { ...SITE, pageTypes: { page: {}, landing: {} } },
    {},
    /The key "pageTypes.landing" names a component without a block in \.\/blocks\./,
    /site\.ts$/,
  ],
  [
    "a listing by a block that is not there",
    { ...SITE, pageTypes: { page: { listing: { block: "post-list" } } } },
    {},
    /The key "pageTypes.page.listing.block" names "post-list"/,
    /site\.ts$/,
  ],
  [
    "a block that a field takes and nobody defines",
    SITE,
    {
      "blocks/grid/grid.schema.ts": `${LIST}export const schema = defineBlock({ fields: { columns: blocks(["card"]) } });`,
      "blocks/grid/grid.tsx": "export default function Grid() { return null; }",
    },
    /grid\.schema\.ts: the field "columns" takes the block "card", which is not defined\./,
    /grid\.schema\.ts$/,
  ],
  [
    "a block without a component",
    SITE,
    { "blocks/lone/lone.schema.ts": `${LIST}export const schema = defineBlock({ fields: {} });` },
    /lone\.schema\.ts declares the block "lone", but there is no component for it/,
    /^$/,
  ],
  [
    "domains without an address for all",
    { ...SITE, languages: [{ code: "en" }, { code: "fr", origin: "https://www.b.example" }] },
    {},
    /The language "en" has no "origin" while others have one, and the configuration has no "site.origin"/,
    /site\.ts$/,
  ],
])("%s is a configuration error, exit code 2, with key and file", async (_, site, files, message, where) => {
  const stopped = foreignSite({ site, files, stories: { home: heroPage("Home") } });
  await expect(stopped).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    exit: 2,
    message: expect.stringMatching(message),
    where: expect.stringMatching(where),
  });
});
