import fc from "fast-check";
import { expect, test } from "vitest";
import { updateRenames } from "../../src/generate/rename-record.ts";

const row = (text: string) => {
  const [from = "", to = ""] = text.split(">");
  return { from: `/${from}/`, to: `/${to}/` };
};

test.each([
  ["a new rename", [], ["a>b"], ["b"], ["a>b"]],
  ["a chain collapses", ["a>b"], ["b>c"], ["c"], ["a>c", "b>c"]],
  ["a story that moved back leaves the way it went", ["a>b"], ["b>a"], ["a"], ["b>a"]],
  ["two stories that swap leave nothing", [], ["a>b", "b>a"], ["a", "b"], []],
  ["a page that takes an old path over wins", ["a>b"], [], ["a", "b"], []],
  ["rows stay until their owner removes them", ["a>b"], [], ["b"], ["a>b"]],
  ["a row whose target went stays too: check reports it", ["a>b"], [], [], ["a>b"]],
])("%s", (_name, record, renames, live, expected) => {
  const livePaths = new Set(live.map((path) => `/${path}/`));
  expect(updateRenames(record.map(row), renames.map(row), livePaths)).toEqual(expected.map(row));
});

test("after any walk every old path leads to where its story lives, in one hop", () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), (walk) => {
      let record: { from: string; to: string }[] = [];
      for (const [index, at] of walk.entries()) {
        const before = walk[index - 1];
        const renames = before === undefined || before === at ? [] : [row(`${before}>${at}`)];
        record = updateRenames(record, renames, new Set([`/${at}/`]));
      }
      const last = `/${walk.at(-1)}/`;
      const visited = new Set(walk.map((path) => `/${path}/`).filter((path) => path !== last));
      expect(record).toEqual([...visited].sort().map((from) => ({ from, to: last })));
    }),
    { seed: 5 },
  );
});
