/** Mismatches are reported once: between space and definition, and between definition and blocks. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "../../src/problems/errors.ts";
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
    'there is no page at /, since no published story has the slug "home"; its root has about, start.',
    'set "home" in the site definition to the slug of the home story',
  ],
  [
    "a language that the space does not have",
    {
      stories: { home: heroPage("Home") },
      languages: ["de"],
      site: { ...SITE, languages: [{ code: "en" }, { code: "fr" }] },
    },
    'The space has no story in the language "fr"; beside the default language it has de.',
    'change the code in "languages"',
  ],
  [
    "a language without a root folder",
    {
      stories: { "en/home": heroPage("Home"), "es/home": heroPage("Inicio") },
      site: { ...SITE, languages: [{ code: "en" }, { code: "fr" }], translation: "folders" },
    },
    'The space has no story in the language "fr"; its root folders that belong to no language are es.',
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
    'use the slug of an existing one in "datasources"',
  ],
  [
    "a global story that the space does not have",
    { stories: { home: heroPage("Home"), frame: heroPage("Frame") }, site: { ...SITE, global: "footer" } },
    'The space has no published story with the slug "footer" (en)',
    'set "global" in the site definition to another slug or null',
  ],
  [
    "labels of a datasource that the space does not have",
    { stories: { home: heroPage("Home") }, site: { ...SITE, datasources: ["words"], labels: "words" } },
    'The space has no datasource "words"',
    'use the slug of an existing one in "datasources"',
  ],
])("%s is said once, with what was found and what to write", async (_, { site = SITE, ...input }, message, hint) => {
  const built = await foreignSite({ site, ...input });
  try {
    const about = built.report.problems.filter((one) => one.message.includes(message));
    expect(about).toHaveLength(1);
    expect(about[0]?.hint).toContain(hint);
    expect(
      built.report.problems.filter(({ code }) => /MISFIT|NOT_A_PAGE|FETCH_DATASOURCE|NO_GLOBAL/.test(code)),
    ).toEqual(about);
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

/** A block with what stands in `defineBlock`. */
const withBlock = (definition: string) => ({
  "blocks/odd/odd.schema.ts": `import * as f from "sitegen/schema";
const { datasource, datasources, relation, relations, tab, text } = f;
export const schema = f.defineBlock({ ${definition} });`,
  "blocks/odd/odd.tsx": "export default function Odd() { return null; }",
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
    "a cut of a field that holds no picture",
    { ...SITE, crops: { "hero-section": { headline: [{ ratio: "3:5", unless: "photo" }] } } },
    {},
    /"headline", which is no picture field of such a block\.[\s\S]*"photo", which is no picture field/,
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
  [
    "a date in a field that the page type lacks",
    { ...SITE, pageTypes: { page: { date: "boddy" } } },
    {},
    /"pageTypes\.page\.date" names "boddy", which is no field of the block "page"\. Did you mean "body"\?/,
    /site\.ts$/,
  ],
  [
    "a category in a field that the page type lacks",
    { ...SITE, pageTypes: { page: { category: { field: "topic" } } } },
    {},
    /"pageTypes\.page\.category\.field" names "topic", which is no field of the block "page"\./,
    /site\.ts$/,
  ],
  [
    "noindex in a field that the page type lacks",
    { ...SITE, pageTypes: { page: { head: { noindex: "hidden" } } } },
    {},
    /"pageTypes\.page\.head\.noindex" names "hidden", which is no field of the block "page"\./,
    /site\.ts$/,
  ],
  ...(["title", "description", "image"] as const).map(
    (part): [string, object, Record<string, string>, RegExp, RegExp] => [
      `a head's ${part} in a field that no page type has`,
      { ...SITE, pageTypes: { page: { head: { [part]: ["meta_title", "boddy"] } } } },
      {},
      new RegExp(`head\\.${part}" names "boddy", which is no field of the block "page"\\. Did you mean "body"`),
      /site\.ts$/,
    ],
  ),
  ...(["perPage", "folder", "featured"] as const).map(
    (part): [string, object, Record<string, string>, RegExp, RegExp] => [
      `a listing's ${part} in a field that its block lacks`,
      { ...SITE, pageTypes: { page: { listing: { block: "hero-section", [part]: "headlin" } } } },
      {},
      new RegExp(
        `listing\\.${part}" names "headlin", which is no field of the block "hero-section"\\. Did you mean "headline"`,
      ),
      /site\.ts$/,
    ],
  ),
  [
    "themes of a field that no block has",
    { ...SITE, themes: { field: "look", values: ["dark"], attribute: "data-look" } },
    {},
    /The key "themes\.field" names "look", which no block has\./,
    /site\.ts$/,
  ],
  [
    "a datasource that the definition does not name",
    { ...SITE, datasources: ["topics"] },
    withBlock('fields: { topic: datasource("topic"), all: datasources("topics") }'),
    /odd\.schema\.ts: the field "topic" has its values from the datasource "topic", which is not among "datasources" of the site definition\. Did you mean "topics"\?/,
    /odd\.schema\.ts$/,
  ],
  [
    "stories of a component that there is not",
    SITE,
    withBlock('fields: { stories: relations("pages"), any: relation("") }'),
    /odd\.schema\.ts: the field "stories" takes stories of the component "pages", which is not defined\. Did you mean "page"\?/,
    /odd\.schema\.ts$/,
  ],
  [
    "a block that works in the browser with a field that it lacks",
    SITE,
    withBlock('hydrate: ["movie"], fields: { title: text() }'),
    /odd\.schema\.ts: "hydrate" names "movie", which is no field of the block\./,
    /odd\.schema\.ts$/,
  ],
  [
    "kept parts of a field that the block lacks",
    SITE,
    withBlock('kept: { titel: [], "data.posts": ["href"] }, fields: { title: text() }'),
    /odd\.schema\.ts: "kept" names "titel", which is no field of the block\. Did you mean "title"\?/,
    /odd\.schema\.ts$/,
  ],
  [
    "a field left to the shared state that the block lacks",
    SITE,
    withBlock('late: ["titel"], fields: { title: text() }'),
    /odd\.schema\.ts: "late" names "titel", which is no field of the block\. Did you mean "title"\?/,
    /odd\.schema\.ts$/,
  ],
  [
    "a tab of a field that the block lacks",
    SITE,
    withBlock('fields: { title: text(), more: tab(["titl"]) }'),
    /odd\.schema\.ts: the tab "more" names "titl", which is no field of the block\. Did you mean "title"\?/,
    /odd\.schema\.ts$/,
  ],
  [
    "a stylesheet that is not there",
    { ...SITE, styles: "./gone.css" },
    {},
    /The key "styles" names .*gone\.css, which does not exist\./,
    /site\.ts$/,
  ],
  [
    "a font that is not there",
    { ...SITE, fonts: ["./gone.woff2"] },
    {},
    /The key "fonts" names .*gone\.woff2, which does not exist\./,
    /site\.ts$/,
  ],
  [
    "an icon that is not there",
    { ...SITE, icons: { favicon: "./gone.svg" } },
    {},
    /The key "icons\.favicon" names .*gone\.svg, which does not exist\./,
    /site\.ts$/,
  ],
  [
    "a folder of blocks that is not there",
    { ...SITE, blocks: ["./blocks", "./parts"] },
    {},
    /The key "blocks" names .*parts, which does not exist\./,
    /site\.ts$/,
  ],
  [
    "a file that exports no schema",
    SITE,
    { "blocks/odd/odd.schema.ts": "export const scheme = {};", "blocks/odd/odd.tsx": "export default () => null;" },
    /odd\.schema\.ts exports no schema/,
    /^$/,
  ],
  [
    "a file that exports no component",
    SITE,
    { ...withBlock("fields: {}"), "blocks/odd/odd.tsx": "export const x = 1;" },
    /odd\.tsx exports no component: export a function named Odd, or a default\./,
    /^$/,
  ],
  [
    "a file that exports no data function",
    SITE,
    { ...withBlock("fields: {}"), "blocks/odd/odd.data.ts": "export const data = 1;" },
    /odd\.data\.ts exports no data function/,
    /^$/,
  ],
  [
    "two blocks of one name",
    SITE,
    withBlock('name: "page", fields: {}'),
    /Two blocks are called "page": .*page\.schema\.ts and .*odd\.schema\.ts|Two blocks are called "page": .*odd\.schema\.ts and .*page\.schema\.ts/,
    /^$/,
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
