/** Rows of pages that are held compressed come back as they were given, in the order of their paths, and as the same JSON. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareText } from "../../src/content/rules/compare-text.ts";
import { createPackedTexts } from "../../src/incremental/packed-texts.ts";
import { createPageRows, joinRows } from "../../src/incremental/page-rows.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

type Row = readonly [path: string, dependencies: number[], record: { title: string }];

test("rows of rendered and kept pages are one sorted list", () => {
  const row = fc.record({
    path: fc.string(),
    dependencies: fc.array(fc.nat()),
    title: fc.string(),
    isKept: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ path }) => path }), (given) => {
      const rows = createPageRows<Row>();
      for (const { path, dependencies, title, isKept } of given) {
        const one: Row = [path, dependencies, { title }];
        if (isKept) rows.keep(one);
        else rows.add(one);
      }
      const sorted = given
        .map(({ path, dependencies, title }): Row => [path, dependencies, { title }])
        .sort(([a], [b]) => compareText(a, b));
      expect(rows).toHaveLength(given.length);
      expect([...rows]).toEqual(sorted);
      const text = Buffer.concat(joinRows(JSON.stringify({ version: 1, pages: [] }), rows)).toString();
      expect(text).toBe(JSON.stringify({ version: 1, pages: sorted }));
    }),
  );
});

test("packed texts come back in any order, from more blocks than are kept unpacked", () => {
  const given = Array.from({ length: 6000 }, (_, number) => `${number} é€\u{1F600}`.repeat(number % 7));
  const packed = createPackedTexts();
  expect(given.map(packed.add)).toEqual(given.map((_, number) => number));
  const numbers = fc.array(fc.nat({ max: given.length - 1 }), { minLength: 30, maxLength: 60 });
  fc.assert(
    fc.property(numbers, (asked) => {
      expect(asked.map(packed.get)).toEqual(asked.map((number) => given[number]));
    }),
    { numRuns: propertyRuns(20) },
  );
});
