/** Code and options of a site that would do nothing: each is refused, with its place, before anything is published. */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const definition = (keys = "", type = "") => `import { SearchPage } from "./search.tsx";
export default {
  languages: [{ code: "en" }],
  global: null,
  pageTypes: {
    page: { ${type} },
  },
  ${keys}
};
`;
const SCHEMA = (head = "") =>
  `import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({\n  ${head}\n  fields: { headline: text() },\n});\n`;

const SEARCH =
  'import { Search } from "sitegen-storyblok/kit";\nexport const SearchPage = () => <><h1>Search</h1><Search /></>;\n';

const HERO = { "blocks/hero/hero.tsx": "export default ({ headline }) => <h1>{headline}</h1>;\n" };
const DATA = { "blocks/hero/hero.data.ts": "export const data = () => null;" };

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite({
    "site.ts": definition(),
    "search.tsx": SEARCH,
  });
});
afterAll(() => site.close());

/** What the command prints where it refuses the site. */
const refusal = async (files: Record<string, string>) => {
  site.write({
    "site.ts": definition(),
    "search.tsx": SEARCH,
    "blocks/hero/hero.schema.ts": SCHEMA(),
    ...HERO,
    ...DATA,
    ...files,
  });
  const { code, stderr } = await site.run("generate", "--jobs", "1");
  return code === 0 ? "published" : stderr.replaceAll(`${site.dir}/`, "");
};

test("async functions are named with their place", async () => {
  const said = await refusal({
    "site.ts": definition(
      'routes: [{ path: "/search/", page: SearchPage, data: async () => ({}), async head() { return {}; } }],',
      "head: async () => ({ title: 'x' })",
    ),
    "blocks/hero/hero.schema.ts": SCHEMA("head: async () => ({}),"),
    "blocks/hero/hero.tsx": "// Waits.\nexport default async function Hero() {\n  return <h1>Home</h1>;\n}\n",
    "blocks/hero/hero.data.ts": "// Waits.\nexport const data = async () => 1;\n",
  });
  for (const [place, what] of [
    ["site.ts:6", 'The head of the page type "page"'],
    ["blocks/hero/hero.schema.ts:3", 'The head of "hero"'],
    ["blocks/hero/hero.tsx:2", 'The component of "hero"'],
    ["blocks/hero/hero.data.ts:2", 'The data function of "hero"'],
    ["site.ts:8", 'The data of the route "/search/"'],
    ["site.ts:8", 'The head of the route "/search/"'],
  ])
    expect(said).toContain(`${place}: ${what} is async, but a page is rendered in one go.`);
});

test("functions that return a promise are named", async () => {
  const routes = ["head", "data"].map(
    (key) => `{ path: "/${key}/", page: SearchPage, ${key}: () => Promise.resolve({}) }`,
  );
  const said = await refusal({
    "site.ts": definition(`routes: [${routes}],`, "head: () => Promise.resolve({})"),
  });
  const ofBlock = await refusal({ "blocks/hero/hero.schema.ts": SCHEMA("head: () => Promise.resolve({}),") });
  for (const [text, what] of [
    [said, "site.ts: head"],
    [ofBlock, "blocks/hero/hero.schema.ts: head"],
    [said, "/head/: `head` of the route"],
    [said, "/data/: `data` of the route"],
  ])
    expect(text).toContain(`${what} returns a promise, but a page is rendered in one go`);
});

describe("what JSON cannot hold", () => {
  const route = (path: string, more: string) => `{ path: "${path}", page: SearchPage, ${more} }`;
  const cards = `card: () => ({ open: () => 1 }), routes: [
    ${route("/cards/", 'data: (r) => ({ all: r.latest({ type: "page" }) })')}, ${route("/list/", "data: () => ({ list: [1, new Map()] })")}],`;
  test.each<[string, Record<string, string>, [what: string, where: string][]]>([
    [
      "in data of the layout",
      { "site.ts": definition("layout: { data: () => ({ menu: new Map() }) },") },
      [['"layout.data" returns', "menu is a Map"]],
    ],
    [
      "as a promise in data of the layout",
      { "site.ts": definition("layout: { data: async () => 1 },") },
      [['"layout.data" returns', "the value is a Promise"]],
    ],
    [
      "in its outline",
      { "site.ts": definition("layout: { outline: () => ({ n: 1n }) },") },
      [['"layout.outline" returns', "n is a bigint"]],
    ],
    [
      "in a data file, a route's data and a card",
      {
        "site.ts": definition(cards),
        "blocks/hero/hero.data.ts": "export const data = () => ({ days: [new Date(0)] });",
      },
      [
        ['The data file of "hero" returns', "days[0] is a Date"],
        ["`data` of the route returns", "list[1] is a Map"],
        ['The definition\'s "card", for the story "home", returns', "open is a function"],
      ],
    ],
    [
      "in the params of a route",
      { "site.ts": definition('routes: [{ paths: () => [{ path: "/a/", n: new Date(0) }], page: SearchPage }],') },
      [["`paths` returns", "[0].n is a Date"]],
    ],
  ])("%s", async (_, files, expected) => {
    const said = await refusal(files);
    for (const [what, where] of expected) expect(said).toContain(`${what} what JSON cannot hold: ${where}.`);
  });
});

test("what may follow from content fails no build, and a data file may return a story of the reader", async () => {
  const files = {
    "site.ts": definition("layout: { data: () => ({ price: Number('none'), list: [1, undefined] }) },"),
    "blocks/hero/hero.data.ts": "export const data = (_, reader) => ({ self: reader.self() });\n",
  };
  expect(await refusal(files)).toBe("published");
});

test("schemas that no type checker has seen", async () => {
  const faults = [
    ["hydrated: true, fields: {}", 'The key "hydrated" is not known. Did you mean "hydrate"?'],
    ['kind: "sektion", fields: {}', 'The key "kind" must be one of "page", "section", "part", "item", "global".'],
    ["fields: { t: text({ requierd: true }) }", 'The key "fields.t.requierd" is not known. Did you mean "required"?'],
    ['fields: { t: { type: "bloks" } }', 'The key "fields.t.type" must be one of "text", '],
    ['fields: { t: option("a,b") }', 'The key "fields.t.values" must be of type list, but it is string.'],
    ["fields: { t: datasource() }", 'The field "t" lacks what it takes: datasource("name").'],
  ];
  const file = (at: number) => `blocks/wrong-${at}/wrong-${at}.schema.ts`;
  const schema = (keys = "") =>
    `import { datasource, defineBlock, option, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ ${keys} });\n`;
  const said = await refusal(Object.fromEntries(faults.map(([keys], at) => [file(at), schema(keys)])));
  faults.forEach((_, at) => {
    rmSync(join(site.dir, dirname(file(at))), { recursive: true });
  });
  expect(said).toMatch(/^(?:Reading the space\n)?Invalid configuration CONFIG_INVALID/);
  faults.forEach(([, expected], at) => {
    expect(said).toContain(`${file(at)}: ${expected}`);
  });
});

test("a schema may note what only the site itself reads", async () => {
  const schema = `import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ group: "Heads", fields: { headline: text({ max: 80 }) } });\n`;
  expect(await refusal({ "site.ts": definition(), "blocks/hero/hero.schema.ts": schema })).toBe("published");
});

describe("options of the outputs that come with sitegen", () => {
  test("are known, and files and datasources that they name are there", async () => {
    const fonts = ["./fonts/own.woff2", "./search.tsx"].map((file) => `{ name: "Own", file: "${file}" }`);
    const outputs = `searchIndex({ type: { page: "Pages" }, categories: "topics" }), markdownPages({ page: () => true }),
      openGraphImages({ card: () => null, font: [], fonts: [${fonts}] }), llmsTxt({ titel: {} })`;
    const said = await refusal({
      "site.ts": `import { llmsTxt, markdownPages, openGraphImages, searchIndex } from "sitegen-storyblok";\n${definition(`outputs: [${outputs}],`)}`,
    });
    expect(said).toMatch(/^(?:Reading the space\n)?Invalid configuration CONFIG_INVALID/);
    for (const expected of [
      'searchIndex() has no option "type". Did you mean "types"?',
      'openGraphImages() has no option "font". Did you mean "fonts"?',
      'markdownPages() has no option "page". Did you mean "pages"?',
      'llmsTxt() has no option "titel". Did you mean "title"?',
      'openGraphImages() needs the font fonts/own.woff2, which "fonts" names and which does not exist.',
      'openGraphImages() needs the font search.tsx, which "fonts" names and which is no TTF, OTF, WOFF or WOFF2 file.',
      'The output "search" names "topics", which is not among "datasources".',
    ])
      expect(said).toContain(expected);
  });

  const search = (index: string, path: string) => ({
    "site.ts": `import { searchIndex } from "sitegen-storyblok";\n${definition(`outputs: [${index}], routes: [{ path: "/search/", page: SearchPage }],`)}`,
    "search.tsx": `import { Search } from "sitegen-storyblok/kit";\nexport const SearchPage = () => <Search ${path} />;\n`,
  });
  test("a search without its index", async () => {
    expect(await refusal(search("", ""))).toContain(
      '/search/: Search asks the index in "search", but "outputs" of the site definition has no searchIndex().',
    );
    expect(await refusal(search("searchIndex()", 'path="zoek"'))).toContain(
      '/search/: Search asks the index in "zoek", but searchIndex() makes it in "search".',
    );
    expect(await refusal(search('searchIndex({ path: "zoek" })', 'path="zoek"'))).toBe("published");
  });
});

test("a search on a route with hydrate: false names the route and its key", async () => {
  const keys = 'outputs: [searchIndex()], routes: [{ path: "/search/", page: SearchPage, hydrate: false }],';
  const files = { "site.ts": `import { searchIndex } from "sitegen-storyblok";\n${definition(keys)}` };
  const said = await refusal(files);
  expect(said).toMatch(
    /\/search\/: onFocus does nothing on this page, whose code browsers do not get\. Remove "hydrate: false" from its route in the site definition, or /,
  );
  expect(said).not.toContain("route:0");
});

test("what fails for every page is named with its place", async () => {
  const said = await refusal({
    "site.ts": definition("layout: { data: (reader) => reader.pages({ type: 'page' })[9].path },"),
  });
  expect(said).toContain(
    'RENDER_FAILED\nWhat every page shows, of the global story or by "layout.data", could not be made: ',
  );
  expect(said).toContain("(site.ts:8:");
});

test("a card that is none", async () => {
  const keys =
    'card: () => undefined, routes: [{ path: "/a/", page: SearchPage, data: (reader) => ({ all: reader.latest({ type: "page" }) }) }],';
  const said = await refusal({
    "site.ts": definition(keys),
    "search.tsx": "export const SearchPage = () => <h1>All</h1>;\n",
  });
  expect(said).toContain('/a/: The definition\'s "card" returned undefined for the story "');
});
