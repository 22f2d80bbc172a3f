/** Rows of pages that are held as bytes come back as they were given, in the order of their paths, and as the same JSON. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPageRows, joinRows } from "../../src/incremental/page-rows.ts";
import { createTextList } from "../../src/incremental/text-list.ts";

type Row = readonly [path: string, dependencies: number[], record: { title: string }];

const texts = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
  fc.integer({ min: 100_000, max: 300_000 }).map((length) => "é€\u{1F600}".repeat(length / 9)),
);

test("texts of any length come back by their number", () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 8 }), (given) => {
      const list = createTextList();
      expect(given.map(list.add)).toEqual(given.map((_, number) => number));
      expect(given.map((_, number) => list.text(number))).toEqual(given);
      expect(
        given.map((_, number) => Buffer.from(list.bytes(number)).equals(Buffer.from(given[number] ?? ""))),
      ).toEqual(given.map(() => true));
    }),
    { numRuns: 30 },
  );
});

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
        .sort(([a], [b]) => (a < b ? -1 : 1));
      expect(rows).toHaveLength(given.length);
      expect([...rows]).toEqual(sorted);
      const text = Buffer.concat(joinRows(JSON.stringify({ version: 1, pages: [] }), rows)).toString();
      expect(text).toBe(JSON.stringify({ version: 1, pages: sorted }));
    }),
  );
});
