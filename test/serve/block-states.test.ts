import { expect, test } from "vitest";
import { copyWithIds, createStateCollector } from "../../src/preview/block-states.ts";
import type { Block } from "../../src/site/api/payload.ts";

import { OWN_BLOCKS } from "../blocks/own-blocks.ts";
import { definition } from "../helpers/definition.ts";
import { schemas } from "../helpers/sample-blocks.ts";

function facts(fields: Record<string, unknown>): Block {
  return { component: "Facts", _uid: "1", theme: "", kicker: "", headline: "", items: [], ...fields };
}

function statesOf(...blocks: Block[]): number {
  const collector = createStateCollector(schemas, definition);
  collector.add({ component: "Page", _uid: "page", body: blocks });
  return collector.states().get("Facts")?.length ?? -1;
}

test("uses with the same fields filled are one state, whatever is written in them", () => {
  expect(statesOf(facts({ headline: "One" }), facts({ headline: "Two", theme: "dark" }))).toBe(1);
  expect(statesOf(facts({ headline: "One" }), facts({}))).toBe(2);
  const item = { component: "FactItem", _uid: "i" };
  expect(statesOf(facts({ items: [item] }), facts({ items: [item, item] }), facts({ items: [item, item, item] }))).toBe(
    2,
  );
});

test("blocks that occur nowhere are listed without states, items and the Global story are not", () => {
  const states = createStateCollector(schemas, definition).states();
  expect(["Facts", "IconText", "Careers"].map((name) => states.get(name))).toEqual([[], [], []]);
  expect([...states.keys()].filter((name) => ["FactItem", "Global"].includes(name))).toEqual([]);
  expect(states.size).toBe(51 + OWN_BLOCKS.length);
});

test("a page type's states are those of its head, not of its body or of what search engines read", () => {
  const collector = createStateCollector(schemas, definition);
  const job = { component: "Careers", _uid: "1", teaser_title: "Engineer", body: [], meta_title: "" };
  collector.add(job);
  collector.add({ ...job, meta_title: "Job", body: [facts({ headline: "One" })] });
  collector.add({ ...job, department: "Vision" });
  expect(collector.states().get("Careers")?.length).toBe(2);
});

test("a copy differs in its ids alone, at every depth", () => {
  const block = facts({ items: [{ component: "FactItem", _uid: "i", title: "_uid" }] });
  expect(copyWithIds(block, "x")).toEqual(
    facts({ _uid: "1-x", items: [{ component: "FactItem", _uid: "i-x", title: "_uid" }] }),
  );
});
