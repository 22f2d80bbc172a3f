/** The index of a snapshot reads back what was written, or is refused: damaged data is never returned. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import {
  DamagedTable,
  isWholeTable,
  openTable,
  type Row,
  tableFiles,
  writeTable,
} from "../../src/fetch/snapshot/row-table.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const folder = temporaryFolder();
const file = join(folder.dir, "deep/down/table");
afterAll(() => folder.remove());

const ROWS: Row[] = Array.from({ length: 40 }, (_, n) => [`key ${n}`, { n, text: "x".repeat(n) }]);
const KEYS = [...ROWS.map(([key]) => key), "never"];

/** All values and rows as JSON, or null where the table is refused. */
function readAll(keys: readonly string[], name = "its name"): string | null {
  const table = openTable(file, name);
  try {
    return table && JSON.stringify([keys.map((key) => table.get(key)), [...table.rows()]]);
  } catch (error) {
    if (error instanceof DamagedTable) return null;
    throw error;
  } finally {
    table?.close();
  }
}

test("every key has its value and no other has one; the rows are in their order", () => {
  const rows = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 12, unit: "grapheme" }), fc.jsonValue()), {
    selector: ([key]) => key,
    maxLength: 60,
  });
  fc.assert(
    fc.property(rows, (given) => {
      expect(writeTable(file, "its name", given)).toBe(given.length);
      const keys = given.map(([key]) => key);
      const values = given.map(([, value]) => value);
      expect(readAll([...keys, "gone"])).toBe(JSON.stringify([[...values, undefined], given]));
      expect([isWholeTable(file, "its name"), isWholeTable(file, "another")]).toEqual([true, false]);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("a flipped byte anywhere, a file that is cut off and a part of another table are noticed", () => {
  writeTable(file, "another name", [...ROWS.slice(1), ["key 0", "other"]]);
  const others = tableFiles(file).map((one) => readFileSync(one));
  writeTable(file, "its name", ROWS);
  const right = readAll(KEYS);
  expect(right).toContain("key 39");
  expect(readAll(KEYS, "another name")).toBeNull();
  const refused = (part: string, bytes: Buffer) => {
    const whole = readFileSync(part);
    writeFileSync(part, bytes);
    const [found, isWhole] = [readAll(KEYS), isWholeTable(file, "its name")];
    writeFileSync(part, whole);
    expect([null, right]).toContain(found);
    if (!isWhole) return;
    expect(found).toBe(right);
  };
  for (const [at, part] of tableFiles(file).entries()) {
    const bytes = readFileSync(part);
    for (const length of [0, 1, Math.floor(bytes.length / 2), bytes.length - 1])
      refused(part, bytes.subarray(0, length));
    refused(part, others[at] ?? bytes);
  }
  fc.assert(
    fc.property(fc.constantFrom(...tableFiles(file)), fc.nat(), fc.integer({ min: 1, max: 255 }), (part, at, flip) => {
      const damaged = Buffer.from(readFileSync(part));
      damaged[at % damaged.length] = (damaged[at % damaged.length] ?? 0) ^ flip;
      refused(part, damaged);
    }),
    { numRuns: propertyRuns(300) },
  );
});
