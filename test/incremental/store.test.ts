/** The store reads back what was written, or is refused: damaged data is never returned. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { dropStore, openStore, type Store, writeStore } from "../../src/incremental/store/store.ts";
import { DamagedTable, openTable, type Row, writeTable } from "../../src/row-table.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const folder = temporaryFolder();
const dir = join(folder.dir, "store");
afterAll(() => folder.remove());
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
});

const rows = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 12, unit: "grapheme" }), fc.jsonValue()), {
  selector: ([key]) => key,
  maxLength: 60,
});

/** All values as JSON, or null where the store is refused. */
function readAll(keys: readonly string[]): (string | undefined)[] | null {
  let store: Store | null = null;
  try {
    store = openStore(dir);
    return store && keys.map((key) => JSON.stringify(store?.get(key)));
  } catch (error) {
    if (error instanceof DamagedTable) return null;
    throw error;
  } finally {
    store?.close();
  }
}

const valuesOf = (all: readonly Row[]) => all.map(([, value]) => JSON.stringify(value));

test("every key has its value, with changes and without, and no other key has one", () => {
  fc.assert(
    fc.property(rows, rows, (first, later) => {
      writeStore(dir, "n".repeat(16), first);
      const store = openStore(dir);
      store?.append(later);
      store?.append([["gone", undefined]]);
      store?.close();
      const all = new Map<string, unknown>([...first, ...later]);
      all.delete("gone");
      expect(readAll([...all.keys(), "gone", "never"])).toEqual([...valuesOf([...all]), undefined, undefined]);
    }),
    { numRuns: propertyRuns(40) },
  );
});

const SITE: Row[] = Array.from({ length: 40 }, (_, n) => [`key ${n}`, { n, text: "x".repeat(n) }]);
const NOW: Row[] = [
  ["key 3", "changed"],
  ["key 50", "new"],
];
const KEYS = [...SITE.map(([key]) => key), "key 50", "key 51"];

function write(): string[] {
  writeStore(dir, "n".repeat(16), SITE);
  const store = openStore(dir);
  store?.append(NOW);
  store?.close();
  return readdirSync(dir);
}

test("a flipped byte anywhere is noticed before it is an answer", () => {
  const names = write();
  const right = readAll(KEYS);
  expect(right?.filter((value) => value !== undefined)).toHaveLength(41);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 1, max: 255 }), (name, at, flip) => {
      const file = join(dir, name);
      const bytes = readFileSync(file);
      const damaged = Buffer.from(bytes);
      damaged[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ flip;
      writeFileSync(file, damaged);
      const found = readAll(KEYS);
      writeFileSync(file, bytes);
      expect(found === null || JSON.stringify(found) === JSON.stringify(right)).toBe(true);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("a file that is cut off or missing is noticed, but for changes that were never written", () => {
  const names = write();
  const right = JSON.stringify(readAll(KEYS));
  for (const name of names) {
    const file = join(dir, name);
    const bytes = readFileSync(file);
    for (const length of [0, 1, Math.floor(bytes.length / 2), bytes.length - 1]) {
      truncateSync(file, length);
      const found = readAll(KEYS);
      const isOlder = name.endsWith(".changes") && length === 0;
      if (!isOlder) expect([null, right]).toContain(found && JSON.stringify(found));
      writeFileSync(file, bytes);
    }
  }
});

test("parts of two stores are no store", () => {
  write();
  const table = join(dir, `${"n".repeat(16)}.rows`);
  const before = readFileSync(table);
  writeStore(dir, "m".repeat(16), [...SITE.slice(1), ["key 0", "other"]]);
  writeFileSync(join(dir, `${"m".repeat(16)}.rows`), before);
  expect(readAll(KEYS)).toBeNull();
});

test("a table makes the folders it lies in, and is opened by its own name alone", () => {
  const file = join(dir, "deep/down/table");
  expect(writeTable(file, "its name", [["a", 1]])).toBe(1);
  const table = openTable(file, "its name");
  expect([table?.get("a"), table?.get("b")]).toEqual([1, undefined]);
  table?.close();
  expect(openTable(file, "another name")).toBeNull();
});

test("a folder in place of the changes is no store; a store is dropped whether it is there or not", () => {
  const changes = join(dir, write().find((name) => name.endsWith(".changes")) ?? "");
  rmSync(changes);
  mkdirSync(changes);
  expect(readAll(KEYS)).toBeNull();
  dropStore(dir);
  dropStore(dir);
  expect(existsSync(dir)).toBe(false);
});
