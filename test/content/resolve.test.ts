import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSourceIndex } from "../../src/content/lists/source-values.ts";
import { buildSite } from "../../src/content/map/site-model.ts";
import { createCardMaker, createReader } from "../../src/content/page/site-reader.ts";
import { resolveBlock } from "../../src/content/resolve/block.ts";
import { blockReader } from "../../src/content/resolve/story-blocks.ts";
import type { Problem } from "../../src/problems/problem.ts";
import type { RawBlock, StoryEntry } from "../../src/site/api/model.ts";
import { createCatalogue } from "../../src/site/blocks/catalogue.ts";
import * as f from "../../src/site/blocks/fields.ts";
import { forLanguage } from "../../src/site/by-language.ts";
import { address, dates, definition } from "../helpers/definition.ts";
import { memorySummaries, NO_DATASOURCES, rawStory } from "../helpers/memory-space.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const item = f.block({ name: "Item", kind: "item", description: "", fields: { label: f.text() } });
const sample = f.block({
  name: "Sample",
  kind: "section",
  description: "",
  fields: {
    title: f.text({ required: true }),
    amount: f.number(),
    on: f.boolean(),
    style: f.option(["a", "b"]),
    link: f.multilink(),
    text: f.richtext(),
    picture: f.image(),
    category: f.datasource("insight-categories"),
    post: f.relation("Insights"),
    items: f.blocks([item]),
    body: f.sections(),
  },
});
const platform = f.block({ name: "HeroPlatform", kind: "section", description: "", fields: {} });

const team = rawStory({ full_slug: "team", uuid: "7e4a1c62-0000-4000-8000-000000000001" });
const post = rawStory({
  full_slug: "insights/x",
  uuid: "post",
  content: { component: "Insights", _uid: "p", teaser_title: "X" },
});
const germanOnly = rawStory({ full_slug: "de/nur", uuid: "nur" });
const site = buildSite(memorySummaries([team, post, germanOnly]), definition);
const labels = [{ name: "Industrial AI", value: "industrial-ai", dimension_value: null }];

function resolve(fields: Record<string, unknown>, component = "Sample") {
  const problems: Problem[] = [];
  const entry = forLanguage(site.entries, "en").get(team.uuid) as StoryEntry;
  const datasources = { ...NO_DATASOURCES, "insight-categories": labels };
  const assets = (filename: string) => ({
    src: `/_assets/${filename}`,
    width: 200,
    height: 100,
    sources: [],
    widths: [],
  });
  const card = {
    definition,
    dates,
    datasources: { en: datasources, de: datasources },
    assets,
    address: address("/base/"),
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
  const catalogue = createCatalogue({ schemas: [item, sample, platform], data: {}, platformName: "Forge" });
  const used = new Set<string>();
  const { pageTypes } = definition;
  const context = { catalogue, pageTypes, crops: {}, listing: null, used, ids: new Map<string, number>() };
  const raw: RawBlock = { component, _uid: "u", ...fields };
  const block = resolveBlock(raw, { ...context, reader: blockReader(page, context) }, "body[0]");
  return { block, codes: problems.map((problem) => problem.code), problems, used: [...used] };
}

const multilink = (given: unknown) => resolve({ title: "t", link: given }).block?.link;

describe("fields", () => {
  test("absent and empty content gives empty values and one report for what is required", () => {
    const { block, problems } = resolve({ amount: "", link: { linktype: "story", id: "", url: "", cached_url: "" } });
    expect(block).toMatchObject({
      title: "",
      amount: null,
      on: false,
      style: "",
      link: null,
      text: null,
      picture: null,
    });
    expect(block).toMatchObject({ category: null, post: null, items: [], body: [] });
    expect(problems).toMatchObject([{ code: "CONTENT_REQUIRED_MISSING", path: "body[0]/title", story: "team" }]);
  });

  test("numbers arrive as strings", () => expect(resolve({ title: "t", amount: "12.5" }).block?.amount).toBe(12.5));

  test("an image's focus becomes an object position, its alternative text stays", () => {
    const { block } = resolve({ title: "t", picture: { filename: "x.png", alt: "A gear", focus: "100x50:100x50" } });
    expect(block?.picture).toMatchObject({ src: "/_assets/x.png", alt: "A gear", focus: "50% 50%", width: 200 });
  });

  test("options of a datasource carry their words", () => {
    expect(resolve({ title: "t", category: "industrial-ai" }).block?.category).toEqual({
      value: "industrial-ai",
      label: "Industrial AI",
    });
  });

  test("relations become cards; what is not published is reported and left out", () => {
    expect(resolve({ title: "t", post: "post" }).block?.post).toMatchObject({ href: "/base/insights/x/", title: "X" });
    const missing = resolve({ title: "t", post: "gone" });
    expect([missing.block?.post, missing.codes]).toEqual([null, ["CONTENT_UNRESOLVED_RELATION"]]);
  });

  test("unknown and misplaced blocks are reported and left out", () => {
    const { block, problems } = resolve({
      title: "t",
      body: [{ component: "Nope", _uid: "1" }],
      items: [{ component: "Sample", _uid: "2", title: "x" }],
    });
    expect(block).toMatchObject({ body: [], items: [] });
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ["CONTENT_MISPLACED_BLOCK", "body[0]/items[0]"],
      ["CONTENT_UNKNOWN_COMPONENT", "body[0]/body[0]"],
    ]);
    expect(problems[0]?.hint).toContain('allow it in the field "items" of the schema of "Sample"');
  });

  test("the platform's blocks go by the configured name, and only blocks with a chunk are noted", () => {
    const { block, used } = resolve({}, "HeroForge");
    expect([block?.component, used]).toEqual(["HeroPlatform", ["HeroPlatform"]]);
  });
});

describe("links", () => {
  test.each([
    [
      { linktype: "story", id: team.uuid, cached_url: "old/slug" },
      { href: "/base/team/", kind: "internal", name: "team" },
    ],
    [{ linktype: "story", id: team.uuid, anchor: "a", title: "b", cat: "c" }, { href: "/base/team/#a?b?cat=c" }],
    [
      { linktype: "url", url: "https://x.example", target: "_blank" },
      { href: "https://x.example", kind: "external", target: "_blank" },
    ],
    [
      { linktype: "url", url: "/team/" },
      { href: "/base/team/", kind: "internal" },
    ],
    [
      { linktype: "url", url: "team?a=b" },
      { href: "/base/team/?a=b", kind: "internal" },
    ],
    [
      { linktype: "url", url: "www.x.example/team" },
      { href: "https://www.x.example/team", kind: "external" },
    ],
    [
      { linktype: "story", id: "", cached_url: "\t/\\evil.example" },
      { href: "/base/evil.example/", kind: "internal" },
    ],
    ["team", { href: "/base/team/", kind: "internal" }],
    ["https://x.example", { href: "https://x.example", kind: "external" }],
    [
      { linktype: "url", url: "#contact-overlay" },
      { href: "#contact-overlay", kind: "overlay" },
    ],
    [
      { linktype: "email", email: "a@b.example" },
      { href: "mailto:a@b.example", kind: "email" },
    ],
    [
      { linktype: "url", url: "tel:+4989123", "data-from": "header" },
      { href: "tel:+4989123", kind: "external", attributes: { dir: "ltr", "data-from": "header" } },
    ],
    [
      { linktype: "asset", url: "sheet.pdf" },
      { href: "/_assets/sheet.pdf", kind: "asset", name: "sheet.pdf" },
    ],
  ])("%j", (given, link) => expect(multilink(given)).toMatchObject(link));

  test("a target in the other language only is linked and reported, a missing one is reported and left out", () => {
    const elsewhere = resolve({ title: "t", link: { linktype: "story", id: "nur" } });
    expect([elsewhere.block?.link, elsewhere.codes]).toMatchObject([
      { href: "/base/de/nur/" },
      ["CONTENT_LINK_OTHER_LANGUAGE"],
    ]);
    const gone = resolve({ title: "t", link: { linktype: "story", id: "gone" } });
    expect([gone.block?.link, gone.codes]).toEqual([null, ["CONTENT_BROKEN_LINK"]]);
  });

  test("hostile addresses give no link", () =>
    expect(multilink({ linktype: "url", url: "javascript:alert(1)" })).toBeNull());
});

describe("rich text", () => {
  const rich = (...content: unknown[]) => resolve({ title: "t", text: { type: "doc", content } }).block?.text;
  const text = (value: string, ...marks: unknown[]) => ({ type: "text", text: value, marks });

  test("an empty document is null", () => {
    expect(rich({ type: "paragraph" })).toBeNull();
    expect(resolve({ title: "t", text: "" }).block?.text).toBeNull();
  });

  test("headings get ids that are unique on the page", () => {
    const heading = { type: "heading", attrs: { level: 9 }, content: [text("Über uns")] };
    expect(rich(heading, heading)).toMatchObject({ content: [{ level: 6, id: "ueber-uns" }, { id: "ueber-uns-2" }] });
  });

  test("links go through the site's own builder, hostile values are dropped", () => {
    const paragraph = {
      type: "paragraph",
      attrs: { textAlign: "center; position: fixed" },
      content: [
        text("a", {
          type: "link",
          attrs: { linktype: "story", uuid: team.uuid, anchor: "x", custom: { onclick: "evil()" } },
        }),
        text("b", { type: "link", attrs: { href: "javascript:evil()" } }),
        text("c", { type: "textStyle", attrs: { color: "red; background: url(x)" } }),
        text("d", { type: "highlight", attrs: { color: "#ff0" } }),
        text("e", { type: "styled", attrs: { class: 'x" onload="y' } }),
      ],
    };
    expect(rich(paragraph)).toEqual({
      type: "doc",
      content: [
        {
          type: "paragraph",
          content: [
            {
              type: "text",
              text: "a",
              marks: [{ type: "link", link: { href: "/base/team/#x", kind: "internal", target: "", name: "team" } }],
            },
            { type: "text", text: "b" },
            { type: "text", text: "c" },
            { type: "text", text: "d", marks: [{ type: "highlight", color: "#ff0" }] },
            { type: "text", text: "e", marks: [{ type: "styled", className: "x onloady" }] },
          ],
        },
      ],
    });
  });

  test("all embedded blocks are resolved, unknown nodes unwrapped", () => {
    const blok = {
      type: "blok",
      attrs: {
        body: [
          { component: "Sample", _uid: "1", title: "x" },
          { component: "Sample", _uid: "2", title: "y" },
        ],
      },
    };
    const unknown = { type: "callout", content: [{ type: "paragraph", content: [text("kept")] }] };
    expect(rich(blok, unknown)).toMatchObject({
      content: [{ type: "blok", blocks: [{ title: "x" }, { title: "y" }] }, { type: "paragraph" }],
    });
  });
});

test("no content, however malformed, makes it throw, and what it gives survives JSON", () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const names = Object.keys(sample.fields);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (fields) => {
      const { block } = resolve(fields);
      expect(JSON.parse(JSON.stringify(block))).toEqual(block);
    }),
    // What has a `toString` that is none cannot be turned into a number.
    { numRuns: propertyRuns(300), examples: [[{ amount: { toString: 0 } }]] },
  );
});
