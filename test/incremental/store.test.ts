/** The store reads back what was written, or is refused: damaged data is never returned. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
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

/** Rows that a publish writes, keys that it removes, and whether they become part of the table afterwards. */
const publishes = fc.array(
  fc.record({ later: rows, gone: fc.array(fc.constantFrom("a", "b", "", "gone")), isMerged: fc.boolean() }),
  { maxLength: 5 },
);

function change(
  all: Map<string, unknown>,
  { later, gone, isMerged }: { later: Row[]; gone: string[]; isMerged: boolean },
) {
  const store = openStore(dir);
  store?.append([...later, ...gone.map((key): Row => [key, undefined])]);
  if (isMerged) store?.merge();
  store?.close();
  for (const [key, value] of later) all.set(key, value);
  for (const key of gone) all.delete(key);
}

test("every key has its value, with changes beside the table and in it, and no other key has one", () => {
  fc.assert(
    fc.property(rows, publishes, (first, changes) => {
      writeStore(dir, "n".repeat(16), first);
      const all = new Map<string, unknown>(first);
      for (const one of changes) change(all, one);
      const keys = [
        ...new Set([...first.map(([key]) => key), ...changes.flatMap(({ later }) => later.map(([key]) => key))]),
      ];
      const expected = [...keys, "gone", "never"].map((key) =>
        all.has(key) ? JSON.stringify(all.get(key)) : undefined,
      );
      expect(readAll([...keys, "gone", "never"])).toEqual(expected);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("three hundred publishes leave a store of the size of its rows, of which each reads as little as the first", () => {
  const large: Row[] = Array.from({ length: 400 }, (_, n) => [`page ${n}`, "x".repeat(2500)]);
  writeStore(dir, "n".repeat(16), large);
  const sizeOf = (name: RegExp) =>
    readdirSync(dir).reduce((sum, file) => sum + (name.test(file) ? statSync(join(dir, file)).size : 0), 0);
  const sizes = [];
  for (let publish = 0; publish < 300; publish += 1) {
    const store = openStore(dir);
    const first = (publish * 37) % 380;
    const changed = large.slice(first, first + 20);
    store?.append(changed.map(([key]) => [key, `${publish} ${"y".repeat(2500)}`]));
    if (store?.isFull()) store.merge();
    store?.close();
    sizes.push({ read: sizeOf(/changes$/), all: sizeOf(/./) });
  }
  const rowsSize = 400 * 2550;
  expect(Math.max(...sizes.map(({ read }) => read))).toBeLessThan(2.2 * 1024 * 1024);
  expect(Math.max(...sizes.map(({ all }) => all))).toBeLessThan(2 * rowsSize + 5 * 1024 * 1024);
  const values = readAll(large.map(([key]) => key));
  expect(values?.[(299 * 37) % 380]).toContain("299 y");
  expect(values?.filter((value) => value === undefined)).toEqual([]);
});

const SITE: Row[] = Array.from({ length: 40 }, (_, n) => [`key ${n}`, { n, text: "x".repeat(n) }]);
const MERGED: Row[] = [["key 4", "merged"]];
const NOW: Row[] = [
  ["key 3", "changed"],
  ["key 50", "new"],
];
const KEYS = [...SITE.map(([key]) => key), "key 50", "key 51"];

function write(): string[] {
  writeStore(dir, "n".repeat(16), SITE);
  for (const rows of [MERGED, NOW]) {
    const store = openStore(dir);
    store?.append(rows);
    if (rows === MERGED) store?.merge();
    store?.close();
  }
  return readdirSync(dir);
}

/** The same with the table of another build. */
function writeOther(): void {
  writeStore(dir, "m".repeat(16), [...SITE.slice(1), ["key 0", "other"]]);
  const store = openStore(dir);
  store?.append(MERGED);
  store?.merge();
  store?.close();
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
  writeOther();
  writeFileSync(join(dir, `${"m".repeat(16)}.rows`), before);
  expect(readAll(KEYS)).toBeNull();
});

test("a table makes the folders it lies in, and is opened by its own name alone", () => {
  const file = join(dir, "deep/down/table");
  expect(writeTable(file, "its name", [["a", 1]])).toBe(1);
  const table = openTable(file, { name: "its name" });
  expect([table?.get("a"), table?.get("b")]).toEqual([1, undefined]);
  table?.close();
  expect(openTable(file, { name: "another name" })).toBeNull();
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
