/** Fields whose type changed after stories were saved: the old value is shown where possible. */
import { expect, test } from "vitest";
import { resolveBlock } from "../../src/content/resolve/block.ts";
import * as f from "../../src/exports/schema.ts";
import type { Problem } from "../../src/problems/problem.ts";
import { createCatalogue } from "../../src/site/blocks/catalogue.ts";

const text = (words: string) => ({ type: "text", text: words });
const doc = (...lines: string[]) => ({
  type: "doc",
  content: lines.map((line) => ({ type: "paragraph", content: [text(line)] })),
});

function resolved(field: f.Field, value: unknown) {
  const schemas = [f.defineBlock({ name: "b", fields: { field } })];
  const problems: Omit<Problem, "story">[] = [];
  const reader = {
    problem: (problem: Omit<Problem, "story">) => problems.push(problem),
    option: (_source: string, one: string) => ({ value: one, label: one.toUpperCase() }),
    card: (uuid: string) => ({ uuid }),
  };
  const context = {
    catalogue: createCatalogue({ schemas, data: {}, platformName: "" }),
    reader: reader as never,
    ...{ pageTypes: {}, crops: {}, listing: null, used: new Set<string>(), ids: new Map<string, number>() },
  };
  const block = resolveBlock({ component: "b", _uid: "1", field: value }, context, "");
  return { value: block?.field, said: problems.map(({ message }) => message) };
}

test("a text in a rich-text field is shown line by line, and said", () => {
  expect(resolved(f.richtext(), "One\r\n\nTwo <b>")).toMatchObject({
    value: doc("One", "Two <b>"),
    said: [expect.stringMatching(/"richtext" in the schema of "b", but the story has text; its text is shown\.$/)],
  });
  expect(resolved(f.richtext(), [{ component: "x" }])).toMatchObject({
    value: null,
    said: [expect.stringMatching(/"richtext" .* but the story has a list of blocks; it is treated as empty\.$/)],
  });
});

test("rich text in a Markdown field is shown as rich text", () => {
  expect(resolved(f.markdown(), doc("Once rich"))).toMatchObject({
    value: doc("Once rich"),
    said: [expect.stringMatching(/"markdown" .* but the story has rich text; its text is shown\.$/)],
  });
});

test.each([
  ["options", f.options(["a", "b"]), "b", ["b"]],
  ["datasources", f.datasources("topics"), "x", [{ value: "x", label: "X" }]],
  ["relations", f.relations("post"), "u-1", [{ uuid: "u-1" }]],
  ["relations that were never filled", f.relations("post"), "", []],
])("a single choice counts as one of several: %s", (_, field, value, expected) => {
  expect(resolved(field, value)).toEqual({ value: expected, said: [] });
});
