import { describe, expect, test } from "vitest";
import { edgeCaseStates, type StateMaker } from "../../src/preview/edge-case-states.ts";
import { exampleBlock } from "../../src/preview/unused-block.ts";
import type { Block } from "../../src/site/api/payload.ts";
import { card, image, link, rich } from "../blocks/fixtures.ts";
import { complete, renderBlock } from "../blocks/render.tsx";
import { bare, inBodies, withData } from "../blocks/variants.ts";
import { components, schemas } from "../helpers/sample-blocks.ts";

const byName = new Map(schemas.map((schema) => [schema.name, schema]));
const maker: StateMaker = { schemas: byName, empty: bare };

function statesOf(fields: Record<string, unknown> & { component: string }): Map<string, Block> {
  const block = complete({ _uid: "used", ...fields });
  const schema = byName.get(block.component);
  if (!schema) throw new Error(block.component);
  return new Map(edgeCaseStates(block, schema, maker).map((state) => [state.name, state.block]));
}

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    component: "TextGridItem",
    _uid: `i${at}`,
    title: "Grid",
    link: link(),
  }));

test("lists become one item and many, each with ids of its own", () => {
  const states = statesOf({ component: "TextGrid", headline: "Head", items: items(2) });
  const many = (states.get("many-items")?.items ?? []) as Block[];
  expect(states.get("one-item")?.items).toHaveLength(1);
  expect(many).toHaveLength(12);
  expect(new Set(many.map((item) => item._uid)).size).toBe(12);
  expect([...statesOf({ component: "HeroText", links: [complete({ component: "Link", _uid: "l" })] }).keys()]).toEqual([
    "empty",
    "many-items",
  ]);
});

test("stories that a data file found are repeated too, in groups as well", () => {
  const data = { groups: [{ department: "Vision", jobs: [card("One"), card("Two")] }], total: 2 };
  const many = statesOf({ component: "CareerOverview", data }).get("many-items")?.data as typeof data | undefined;
  const jobs = many?.groups[0]?.jobs ?? [];
  expect([many?.groups.length, jobs.length, many?.total]).toEqual([1, 12, 2]);
  expect(new Set(jobs.map((job) => job.uuid)).size).toBe(12);
});

test("words of editors grow, at every depth; options, addresses and short figures stay", () => {
  const states = statesOf({
    component: "HeroTextImage",
    headline: "A line that knows more than its control panel",
    text: rich("Short words"),
    image: image(1),
    image_side: "left",
    links: [complete({ component: "Link", _uid: "l", title: "More", link: link("/there/"), style: "button" })],
  });
  const long = states.get("long-text");
  expect(long?.headline).toContain("panel Telecommunications and");
  expect(JSON.stringify(long?.text)).toContain("Short words telecommunications");
  expect(long).toMatchObject({ image_side: "left", links: [{ title: "More", style: "button" }] });
});

test("pictures are taken away, a state that changes nothing is left out", () => {
  const states = statesOf({ component: "Gallery", images: [image(1), image(2)] });
  expect(states.get("no-image")?.images).toEqual([]);
  expect(statesOf({ component: "HeroTextImage", image: image(1) }).get("no-image")?.image).toBeNull();
  expect([...statesOf({ component: "TextTeaser", text: "Words that stand alone" }).keys()]).toEqual([
    "empty",
    "long-text",
  ]);
});

describe("a block that a site does not use", () => {
  const built = inBodies.filter(({ name }) => Object.hasOwn(components, name));
  test.each(built.map(({ name }) => name))("%s is filled from its schema", (name) => {
    const schema = byName.get(name);
    const block =
      schema && withData(exampleBlock(schema, { picture: image(1), card: (name) => card(name) }), [card("Post")]);
    expect(block && renderBlock({ ...block, _mark: "0" })).toContain('data-block="');
  });

  test.each(built.map(({ name }) => name))("%s shows nothing, or says so, while it is empty", (name) => {
    const schema = byName.get(name);
    const html = schema ? renderBlock(bare(schema)) : "";
    expect(html.replace(/<h1 class="visually-hidden">.*?<\/h1>/, "")).toMatch(/^$|<(p|img|picture|span|address|li)\b/);
  });
});
