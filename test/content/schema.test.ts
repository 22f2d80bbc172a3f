import { describe, expect, test } from "vitest";
import { componentName, createCatalogue } from "../../src/site/blocks/catalogue.ts";
import { toStoryblok } from "../../src/site/blocks/storyblok.ts";
import { toTypes } from "../../src/site/blocks/types.ts";
import { OWN_BLOCKS, OWN_ITEMS } from "../blocks/own-blocks.ts";
import { schemas } from "../helpers/sample-blocks.ts";

const catalogue = createCatalogue({ schemas, data: {}, platformName: "Forge" });
const components = toStoryblok(catalogue, "Forge");
const named = (name: string) => components.find((component) => component.name === name);

describe("the block schemas as Storyblok components", () => {
  test("all 51 components of the specification, their items and the global story", () => {
    expect(components.filter(({ name }) => ![...OWN_BLOCKS, ...OWN_ITEMS].includes(name))).toHaveLength(63);
    expect(components.filter((component) => component.is_root).map((component) => component.name)).toEqual([
      "Careers",
      "Global",
      "Industries",
      "Insights",
      "Page",
      "Solutions",
      "SuccessStory",
    ]);
  });

  test("the platform's blocks go by the configured name, also in white lists", () => {
    expect(["HeroForge", "Forge", "ForgeSlider", "ForgeSmall"].every((name) => named(name))).toBe(true);
    expect(named("Page")?.schema.body).toMatchObject({
      type: "bloks",
      restrict_components: true,
      component_whitelist: expect.arrayContaining(["HeroForge", "ForgeSmall", "IconText"]),
    });
    expect(JSON.stringify(components)).not.toContain("HeroPlatform");
  });

  test("fields keep their order, their type, and what is required or translatable", () => {
    expect(named("Facts")?.schema).toMatchObject({
      anchor_id: { pos: 0, type: "text" },
      theme: {
        pos: 1,
        type: "option",
        options: [{ name: "light", value: "light" }, { value: "dark" }, { value: "accent" }],
      },
      headline: { pos: 4, type: "text", translatable: true },
      items: { pos: 5, type: "bloks", required: true, component_whitelist: ["FactItem"] },
    });
    expect(named("Insights")?.schema).toMatchObject({
      category: { type: "option", source: "internal", datasource_slug: "insight-categories" },
      industries: { type: "options", source: "internal", datasource_slug: "all-industries" },
    });
    expect(named("BlogItem")?.schema.post).toMatchObject({
      type: "option",
      source: "internal_stories",
      filter_content_type: ["Insights"],
    });
  });
});

test("types name every component and nothing that does not exist", () => {
  const types = toTypes(catalogue, (schema) => componentName(schema.name, "Forge"));
  const declared = new Set([...types.matchAll(/export (?:interface|type) (\w+)/g)].map((match) => match[1]));
  const used = [...types.matchAll(/: \(?([A-Z]\w+)/g)].map((match) => match[1]);
  expect(used.filter((name) => !declared.has(name))).toEqual([]);
  expect(declared.has("HeroForge")).toBe(true);
});
