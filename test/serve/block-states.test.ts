import { expect, test } from "vitest";
import { schemas } from "../../src/blocks/gen/schemas.ts";
import { copyOf, createStateCollector } from "../../src/build/preview/block-states.ts";
import type { Block } from "../../src/content/payload.ts";

function facts(fields: Record<string, unknown>): Block {
  return { component: "Facts", _uid: "1", theme: "", kicker: "", headline: "", items: [], ...fields };
}

function statesOf(...blocks: Block[]): number {
  const collector = createStateCollector(schemas);
  collector.add({ component: "Page", _uid: "page", body: blocks });
  return collector.states().get("Facts")?.length ?? -1;
}

test("uses with the same fields filled are one state, whatever is written in them", () => {
  expect(statesOf(facts({ headline: "One" }), facts({ headline: "Two", theme: "dark", anchor_id: "a" }))).toBe(1);
  expect(statesOf(facts({ headline: "One" }), facts({}))).toBe(2);
  const item = { component: "FactItem", _uid: "i" };
  expect(statesOf(facts({ items: [item] }), facts({ items: [item, item] }), facts({ items: [item, item, item] }))).toBe(
    2,
  );
});

test("sections that occur nowhere are listed without states, parts and items are not", () => {
  const states = createStateCollector(schemas).states();
  expect(states.get("Facts")).toEqual([]);
  expect([...states.keys()].filter((name) => ["FactItem", "Page", "Global"].includes(name))).toEqual([]);
});

test("a copy differs in its ids alone, at every depth", () => {
  const block = facts({ items: [{ component: "FactItem", _uid: "i", title: "_uid" }] });
  expect(copyOf(block, "x")).toEqual(
    facts({ _uid: "1-x", items: [{ component: "FactItem", _uid: "i-x", title: "_uid" }] }),
  );
});
