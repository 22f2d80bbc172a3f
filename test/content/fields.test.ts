/** Fields and names of spaces that were not made for sitegen. */

import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createSourceIndex } from "../../src/content/lists/source-values.ts";
import { buildSite } from "../../src/content/map/site-model.ts";
import { collectAssets } from "../../src/content/map/story-summary.ts";
import { createCardMaker, createReader } from "../../src/content/page/site-reader.ts";
import { resolveBlock } from "../../src/content/resolve/block.ts";
import { blockReader } from "../../src/content/resolve/story-blocks.ts";
import type { Problem } from "../../src/problems/problem.ts";
import type { RawBlock, StoryEntry } from "../../src/site/api/model.ts";
import type { AssetData, Block, ImageData, RichTextNode, TableData } from "../../src/site/api/payload.ts";
import { createCatalogue } from "../../src/site/blocks/catalogue.ts";
import * as f from "../../src/site/blocks/fields.ts";
import { toStoryblok } from "../../src/site/blocks/storyblok.ts";
import { typeNames } from "../../src/site/blocks/type-names.ts";
import { toTypes } from "../../src/site/blocks/types.ts";
import { forLanguage } from "../../src/site/by-language.ts";
import { address, dates, definition } from "../helpers/definition.ts";
import { memorySummaries, NO_DATASOURCES, rawStory } from "../helpers/memory-space.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const teaser = f.defineBlock({ name: "teaser", fields: { headline: f.text() } });
const hero = f.defineBlock({
  name: "hero-section",
  description: "Opens a page. */ export {};",
  fields: {
    content_tab: f.tab(["body", "price-list"], { displayName: "Content" }),
    look: f.section(["colour", "size"]),
    body: f.markdown(),
    "price-list": f.table({ displayName: "Prices" }),
    colour: f.plugin("native-color-picker", ({ color }) => ({ hex: String(color).slice(0, 7) })),
    seo: f.plugin("seo_metatags"),
    size: f.option(["s", { name: "Large", value: "l" }]),
    tags: f.options(["new", { name: "On sale", value: "sale" }]),
    others: f.options([]),
    lang: f.language(),
    markets: f.languages(),
    download: f.asset(),
    gallery: f.assets(),
    photos: f.images(),
    post: f.relation(""),
    columns: f.blocks(["Feature 2", "hero-section", teaser]),
    banner: f.story("teaser"),
    team: f.stories("teaser"),
  },
});
const feature = f.defineBlock({ name: "Feature 2", fields: { name: f.text() } });

const story = rawStory({ full_slug: "home", uuid: "home-uuid" });
const site = buildSite(memorySummaries([story]), definition);

function resolve(fields: Record<string, unknown>) {
  const problems: Problem[] = [];
  const entry = forLanguage(site.entries, "en").get(story.uuid) as StoryEntry;
  const card = {
    definition,
    dates,
    datasources: { en: NO_DATASOURCES, de: NO_DATASOURCES },
    assets: (filename: string) =>
      /missing/.test(filename)
        ? undefined
        : { src: `/_assets/${filename}`, width: /png$/.test(filename) ? 8 : 0, height: 4, sources: [], widths: [] },
    address: address(),
  };
  const onProblem = (problem: Problem) => problems.push(problem);
  const page = createReader(entry, {
    ...card,
    site,
    cardOf: createCardMaker(card),
    storyOf: () => undefined,
    values: () => createSourceIndex(() => []),
    onProblem,
  });
  const catalogue = createCatalogue({ schemas: [hero, teaser, feature], data: {}, platformName: "Forge" });
  const { pageTypes } = definition;
  const shared = { pageTypes, crops: {}, listing: null, used: new Set<string>(), ids: new Map<string, number>() };
  const context = { catalogue, ...shared };
  const raw: RawBlock = { component: "hero-section", _uid: "u", ...fields };
  const block = resolveBlock(raw, { ...context, reader: blockReader(page, context) }, "body[0]");
  return { block, codes: problems.map(({ code }) => code), problems };
}

const value = (name: string, raw: unknown) => resolve({ [name]: raw }).block?.[name];

describe("what a component receives", () => {
  test("nothing is filled in: every field has its empty value, layout has none", () => {
    expect(resolve({}).block).toEqual({
      component: "hero-section",
      _uid: "u",
      body: null,
      "price-list": null,
      colour: null,
      seo: null,
      size: "",
      tags: [],
      others: [],
      lang: "",
      markets: [],
      download: null,
      gallery: [],
      photos: [],
      post: null,
      banner: "",
      team: [],
      columns: [],
    });
  });

  test("the types say the same", () => {
    type Props = f.PropsOf<typeof hero>;
    expectTypeOf<Props["component"]>().toEqualTypeOf<"hero-section">();
    expectTypeOf<Props["body"]>().toEqualTypeOf<RichTextNode | null>();
    expectTypeOf<Props["price-list"]>().toEqualTypeOf<TableData | null>();
    expectTypeOf<Props["colour"]>().toEqualTypeOf<{ hex: string } | null>();
    expectTypeOf<Props["size"]>().toEqualTypeOf<"s" | "l" | "">();
    expectTypeOf<Props["tags"]>().toEqualTypeOf<("new" | "sale")[]>();
    expectTypeOf<Props["others"]>().toEqualTypeOf<string[]>();
    expectTypeOf<Props["download"]>().toEqualTypeOf<AssetData | null>();
    expectTypeOf<Props["gallery"]>().toEqualTypeOf<AssetData[]>();
    expectTypeOf<Props["photos"]>().toEqualTypeOf<ImageData[]>();
    expectTypeOf<Props["team"]>().toEqualTypeOf<string[]>();
    expectTypeOf<Props["columns"][number]>().toEqualTypeOf<Block | f.PropsOf<typeof teaser>>();
    expectTypeOf<"look" extends keyof Props ? true : false>().toEqualTypeOf<false>();
    expectTypeOf<f.PropsOf<typeof teaser>["headline"]>().toEqualTypeOf<string>();
  });

  test("chosen stories are their uuids, also where the editor sends one in full, or only one is stored", () => {
    expect(value("team", ["a", { uuid: "b", full_slug: "b" }, ""])).toEqual(["a", "b"]);
    expect(value("team", "a")).toEqual(["a"]);
    expect(value("banner", { uuid: "b", full_slug: "b" })).toBe("b");
  });

  test("a head function gets them, and leaves the props as they are", () => {
    const beer = f.defineBlock({
      name: "beer",
      head: ({ sku, abv, style }) => ({
        title: style && `${style.label} ${abv?.toFixed(1)}`,
        meta: { name: "sku", content: sku.toUpperCase() },
      }),
      fields: { sku: f.text(), abv: f.number(), style: f.datasource("styles") },
    });
    expectTypeOf<f.PropsOf<typeof beer>["abv"]>().toEqualTypeOf<number | null>();
    const props = { component: "beer", _uid: "b", sku: "b-1", abv: 4.5, style: { value: "pils", label: "Pils" } };
    const page = { lang: "en", canonical: "", title: "", description: "", absolute: (href: string) => href };
    expect(beer.head?.(props, page)).toEqual({ title: "Pils 4.5", meta: { name: "sku", content: "B-1" } });
  });

  test("a block may hold blocks of its own kind and blocks it only names, and no others", () => {
    const columns = [
      { component: "Feature 2", _uid: "1", name: "Fast" },
      { component: "hero-section", _uid: "2", columns: [{ component: "teaser", _uid: "3", headline: "Deep" }] },
      { component: "nothing-of-ours", _uid: "4" },
    ];
    const { block, codes } = resolve({ columns });
    expect(block?.columns).toMatchObject([
      { component: "Feature 2", name: "Fast" },
      { component: "hero-section", columns: [{ component: "teaser", headline: "Deep" }] },
    ]);
    expect(codes).toEqual(["CONTENT_UNKNOWN_COMPONENT"]);
  });

  test("a table keeps its rows even, and one without a word is none", () => {
    const cell = (text: string) => ({ _uid: text, component: "_table_col", value: text });
    const table = {
      thead: [cell("Plan"), cell("Price")],
      tbody: [
        { _uid: "r", body: [cell("Basic"), cell("9"), cell("*")] },
        { _uid: "s", body: [cell("Pro")] },
      ],
    };
    expect(value("price-list", table)).toEqual({
      head: ["Plan", "Price", ""],
      rows: [
        ["Basic", "9", "*"],
        ["Pro", "", ""],
      ],
    });
    expect(value("price-list", { thead: [cell("")], tbody: [{ body: [cell("")] }] })).toBeNull();
    expect(resolve({ "price-list": "old text" }).codes).toEqual(["CONTENT_WRONG_SHAPE"]);
  });

  test("a plugin's reader gives plain values, and a reader that fails is reported with its place", () => {
    expect(value("colour", { plugin: "native-color-picker", color: "#ff8800ff" })).toEqual({ hex: "#ff8800" });
    expect(value("seo", { plugin: "seo_metatags", title: "T" })).toEqual({ plugin: "seo_metatags", title: "T" });
    const broken = f.plugin("x", () => {
      throw new Error("no colour in it");
    });
    const catalogue = createCatalogue({
      schemas: [f.defineBlock({ name: "b", fields: { broken } })],
      data: {},
      platformName: "",
    });
    const problems: Omit<Problem, "story">[] = [];
    const reader = { problem: (problem: Omit<Problem, "story">) => problems.push(problem) };
    const context = {
      catalogue,
      reader: reader as never,
      pageTypes: {},
      crops: {},
      listing: null,
      used: new Set<string>(),
      ids: new Map<string, number>(),
    };
    expect(resolveBlock({ component: "b", _uid: "1", broken: { plugin: "x" } }, context, "body[3]")?.broken).toBeNull();
    expect(problems).toMatchObject([{ code: "CONTENT_WRONG_SHAPE", path: "body[3]/broken" }]);
    expect(problems[0]?.message).toContain("no colour in it");
  });

  test("choices: own entries only, in the editor's order; without entries whatever is stored", () => {
    expect([value("size", "l"), value("size", "xl"), value("lang", "pt-br")]).toEqual(["l", "", "pt-br"]);
    expect(value("tags", ["sale", "gone", "new"])).toEqual(["sale", "new"]);
    expect(value("others", ["b", "a"])).toEqual(["b", "a"]);
    expect(value("markets", ["de", "pt-br"])).toEqual(["de", "pt-br"]);
  });

  test("a file of any kind says whether it is a picture", () => {
    expect(value("download", { filename: "a.png", alt: "A" })).toMatchObject({ name: "a.png", image: { alt: "A" } });
    expect(value("download", { filename: "a.pdf", title: "Data sheet" })).toEqual({
      src: "/_assets/a.pdf",
      name: "a.pdf",
      title: "Data sheet",
      image: null,
    });
    expect(value("gallery", [{ filename: "a.png" }, { filename: "missing.png" }, { filename: "b.mp4" }])).toMatchObject(
      [{ image: { width: 8 } }, { image: null }],
    );
  });
});

describe("a field of a legacy type, which holds a text", () => {
  const picture = "//a.storyblok.com/f/1/9x9/b/c.png";
  test("is a file of the content service, which is mirrored like others", () => {
    expect(value("download", picture)).toMatchObject({ name: "c.png", image: { width: 8 } });
    expect(collectAssets({ component: "x", download: picture, text: `see ${picture}` }, {})).toEqual([picture]);
    expect(resolve({ download: picture }).problems).toEqual([]);
  });

  test("is reported if it holds anything else", () => {
    expect(resolve({ download: "c.png" }).problems).toMatchObject([
      {
        code: "CONTENT_WRONG_SHAPE",
        path: "body[0]/download",
        message: expect.stringContaining('"download" is of the kind "asset"'),
      },
    ]);
  });
});

describe("Markdown", () => {
  const text = (source: string) => JSON.stringify(value("body", source));

  test("is rich text: marks, links, lists, tables, pictures, code", () => {
    expect(value("body", "# Über uns\n\n**bold** and [mail](mailto:a@b.example)")).toMatchObject({
      content: [
        { type: "heading", level: 1, id: "ueber-uns" },
        {
          type: "paragraph",
          content: [
            { text: "bold", marks: [{ type: "bold" }] },
            { text: " and " },
            { marks: [{ type: "link", link: { href: "mailto:a@b.example", kind: "email" } }] },
          ],
        },
      ],
    });
    const rest = text(
      "1. a\n2. b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a;\n```\n\n![A gear](gear.png)\n\n---",
    );
    for (const type of ["ordered_list", "tableHeader", "tableCell", "code_block", "image", "horizontal_rule"])
      expect(rest).toContain(`"type":"${type}"`);
  });

  test("pictures in it are mirrored like others", () => {
    const body =
      "![a](https://a.storyblok.com/f/1/a.png) [no](https://x.example/b.png) ![c]( <https://c.example/c.jpg> ) ![](//a.storyblok.com/f/1/d.png)";
    expect(collectAssets({ component: "x", body }, {})).toEqual([
      "//a.storyblok.com/f/1/d.png",
      "https://a.storyblok.com/f/1/a.png",
      "https://c.example/c.jpg",
    ]);
  });

  test("HTML is dropped and its words stay; hostile links are no links", () => {
    const hostile = text(
      '<script>alert(1)</script>\n\n<p onclick="x()">kept &amp; safe</p>\n\na <b>b</b><br>c [d](javascript:x)',
    );
    expect(hostile).not.toMatch(/script|onclick|<|javascript/);
    for (const word of ["kept & safe", '"a b"', "hard_break", '"d"']) expect(hostile).toContain(word);
  });

  test("any text can be read, and what it gives survives JSON", () => {
    const pieces = fc.constantFrom(
      "# ",
      "* ",
      "\n",
      "\n\n",
      "|",
      "---",
      "[a](",
      ")",
      "<div",
      ">",
      "&#x110000;",
      "`",
      "> ",
      "1. ",
      "~~",
      "**",
    );
    const source = fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join(""));
    fc.assert(
      fc.property(source, (body) => {
        const { block } = resolve({ body });
        expect(JSON.parse(JSON.stringify(block))).toEqual(block);
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

describe("the components that `schema` prints", () => {
  const catalogue = createCatalogue({ schemas: [hero, teaser, feature], data: {}, platformName: "" });

  test("every kind of field as the content service has it", () => {
    const found = toStoryblok(catalogue, "").find(({ name }) => name === "hero-section");
    expect(found).toMatchObject({ is_root: false, is_nestable: true });
    expect(found?.schema).toMatchObject({
      content_tab: { type: "tab", keys: ["body", "price-list"], display_name: "Content", pos: 0 },
      look: { type: "section", keys: ["colour", "size"] },
      body: { type: "markdown" },
      "price-list": { type: "table", display_name: "Prices" },
      colour: { type: "custom", field_type: "native-color-picker" },
      size: {
        type: "option",
        options: [
          { name: "s", value: "s" },
          { name: "Large", value: "l" },
        ],
      },
      tags: { type: "options", options: [{ value: "new" }, { value: "sale" }] },
      lang: { type: "option", source: "internal_languages" },
      markets: { type: "options", source: "internal_languages" },
      post: { type: "option", source: "internal_stories" },
      banner: { type: "option", source: "internal_stories", filter_content_type: ["teaser"] },
      team: { type: "options", source: "internal_stories", filter_content_type: ["teaser"] },
      columns: { type: "bloks", component_whitelist: ["Feature 2", "hero-section", "teaser"] },
    });
    expect(found?.schema.download).toEqual({ pos: 11, type: "asset" });
    expect(found?.schema.post).not.toHaveProperty("filter_content_type");
    expect(JSON.stringify(found)).not.toContain("read");
  });

  test("the types are TypeScript, whatever the components are called", () => {
    const types = toTypes(catalogue, ({ name }) => name);
    expect(types).toContain('export interface HeroSection {\n  component: "hero-section";');
    expect(types).toContain('export interface Feature2 {\n  component: "Feature 2";');
    expect(types).toContain('  "price-list"?: Table;');
    expect(types).toContain("  columns?: (Feature2 | HeroSection | Teaser)[];");
    expect(types).toContain("export type PageType = never;");
    expect(types).not.toContain("Opens a page. */");
    expect(types).not.toMatch(/look\?|content_tab/);
  });

  test("type names are names, and no two are the same", () => {
    const names = fc.uniqueArray(
      fc.oneof(fc.constantFrom("hero-section", "HeroSection", "hero section", "Table", "3d"), fc.string()),
    );
    fc.assert(
      fc.property(names, (components) => {
        const found = [...typeNames(components).values()];
        expect(new Set(found).size).toBe(components.length);
        for (const name of found) expect(name).toMatch(/^\p{L}[\p{L}\p{N}]*$/u);
      }),
    );
    expect(typeNames(["hero-section", "HeroSection"]).get("HeroSection")).toBe("HeroSection");
  });
});
