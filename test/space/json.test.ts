import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonFile } from "../../src/space/folder/read-json.ts";

const MISTAKES: [string, string][] = [
  ['{\n  "a": 1,\n}', 'x.json:3:1 is not valid JSON: expected a key in double quotes, found "}"'],
  ['{\n  "a" 1}', 'x.json:2:7 is not valid JSON: expected ":", found "1"'],
  ['{"a": [1 2]}', 'x.json:1:10 is not valid JSON: expected "," or "]", found "2"'],
  ['{"a": "b', "x.json:1:9 is not valid JSON: expected the closing quote of a string, found the end of the file"],
  ['{"a": "b\nc"}', "x.json:1:9 is not valid JSON: expected the closing quote of a string"],
  ['{"a": "\\q"}', "x.json:1:8 is not valid JSON: expected a valid escape"],
  ['{"a": tru}', 'x.json:1:7 is not valid JSON: expected a value, found "t"'],
  ["", "x.json:1:1 is not valid JSON: expected a value, found the end of the file"],
  ["{} x", 'x.json:1:4 is not valid JSON: expected the end of the file, found "x"'],
  ["[01]", 'x.json:1:3 is not valid JSON: expected "," or "]", found "1"'],
];

test.each(MISTAKES)("%j names its line and column", (text, message) => {
  expect(() => parseJsonFile(text, "x.json")).toThrow(message);
});

test("what is JSON is read, with a byte order mark too", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJsonFile(text, "x")).toEqual(JSON.parse(text));
    }),
  );
  expect(parseJsonFile('\ufeff{"a":1}', "x")).toEqual({ a: 1 });
});

test("every damaged text has a place inside it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom("}", "]", ",", '"', "\n", "x"), (value, at, wrong) => {
      const text = JSON.stringify(value);
      const cut = at % (text.length + 1);
      const damaged = text.slice(0, cut) + wrong + text.slice(cut + 1);
      try {
        JSON.parse(damaged);
      } catch {
        expect(() => parseJsonFile(damaged, "x")).toThrow(/^x:\d+:\d+ is not valid JSON: expected /);
      }
    }),
  );
});
