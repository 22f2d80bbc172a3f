import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonFile } from "../../src/space/folder/read-json.ts";

const MISTAKES: [string, string][] = [
  ['{\n  "a": 1,\n}', "x.json:3:1 is not valid JSON: property name expected."],
  ['{\n  "a" 1}', "x.json:2:7 is not valid JSON: colon expected."],
  ['{"a": [1 2]}', "x.json:1:10 is not valid JSON: comma expected."],
  ['{"a": "b', "x.json:1:7 is not valid JSON: unexpected end of string."],
  ['{"a": "b\nc"}', "x.json:1:7 is not valid JSON: unexpected end of string."],
  ['{"a": "\\q"}', "x.json:1:7 is not valid JSON: invalid escape character."],
  ['{"a": tru}', "x.json:1:7 is not valid JSON: invalid symbol."],
  ["", "x.json:1:1 is not valid JSON: value expected."],
  ["{} // x", "x.json:1:4 is not valid JSON: invalid comment token."],
  ["[01]", "x.json:1:3 is not valid JSON: comma expected."],
];

test.each(MISTAKES)("%j names its line and column", async (text, message) => {
  await expect(parseJsonFile(text, "x.json")).rejects.toThrow(message);
});

test("what is JSON is read, with a byte order mark too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const text = JSON.stringify(value);
      expect(await parseJsonFile(text, "x")).toEqual(JSON.parse(text));
    }),
  );
  expect(await parseJsonFile('\ufeff{"a":1}', "x")).toEqual({ a: 1 });
});

test("every damaged text has a place inside it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom("}", "]", ",", '"', "\n", "x"),
      async (value, at, wrong) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        const damaged = text.slice(0, cut) + wrong + text.slice(cut + 1);
        try {
          JSON.parse(damaged);
        } catch {
          await expect(parseJsonFile(damaged, "x")).rejects.toThrow(/^x:\d+:\d+ is not valid JSON: [a-z ]+\.$/);
        }
      },
    ),
  );
});
