/** The store reads back what was written, or is refused: damaged data is never returned. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Database } from "node-sqlite3-wasm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addChecksum } from "../../src/checksum-file.ts";
import { DamagedStore } from "../../src/incremental/store/hash-tree.ts";
import type { Row } from "../../src/incremental/store/rows.ts";
import { createStore, dropStore, openStore, type Store } from "../../src/incremental/store/store.ts";
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
    if (error instanceof DamagedStore) return null;
    throw error;
  } finally {
    store?.close();
  }
}

/** Rows that a publish writes, and keys that it removes. */
const publishes = fc.array(fc.record({ later: rows, gone: fc.array(fc.constantFrom("a", "b", "", "gone")) }), {
  maxLength: 5,
});

function publish(changed: readonly Row[]): void {
  const store = openStore(dir);
  store?.update(changed);
  store?.close();
}

test("every key has its value, as stored first or changed since, and no other key has one", () => {
  fc.assert(
    fc.property(rows, publishes, (first, changes) => {
      createStore(dir).finish(first);
      const all = new Map<string, unknown>(first);
      for (const { later, gone } of changes) {
        publish([...later, ...gone.map((key): Row => [key, undefined])]);
        for (const [key, value] of later) all.set(key, value);
        for (const key of gone) all.delete(key);
      }
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

test("a store that stays open reads what it was given", () => {
  createStore(dir).finish([["a", 1]]);
  const store = openStore(dir);
  expect([store?.get("a"), store?.get("b")]).toEqual([1, undefined]);
  store?.update([
    ["a", 2],
    ["b", "\ud800 \0 ü"],
  ]);
  store?.update([["a", undefined]]);
  expect([store?.get("a"), store?.get("b")]).toEqual([undefined, "\ud800 \0 ü"]);
  store?.close();
});

test("a store written in parts has all of them, and the one before it is read until the last", () => {
  createStore(dir).finish([["a", 1]]);
  const next = createStore(dir);
  next.add([["a", 2]]);
  next.add([]);
  next.add([["b", 3]]);
  expect(readAll(["a", "b", "c"])).toEqual(["1", undefined, undefined]);
  next.finish([["c", 4]]);
  expect(readAll(["a", "b", "c"])).toEqual(["2", "3", "4"]);
  expect(readdirSync(folder.dir)).toEqual(["store"]);
});

test("a store given up leaves the one before it, whether the process removed it or was killed", () => {
  createStore(dir).finish([["a", 1]]);
  for (const end of ["removed", "killed"]) {
    const next = createStore(dir);
    next.add([["a", 2]]);
    if (end === "removed") next.abandon();
    expect([end, readAll(["a"])]).toEqual([end, ["1"]]);
  }
  expect(readdirSync(folder.dir)).toEqual(["store", "store.next"]);
  createStore(dir).finish([["a", 3]]);
  expect([readAll(["a"]), readdirSync(folder.dir)]).toEqual([["3"], ["store"]]);
});

test("two keys with the same hash have a row each", () => {
  const [one, other] = ["key 66081", "key 66229"]; // SHA-1 begins with a4b69cd0 for both
  createStore(dir).finish([[one, 1]]);
  expect(readAll([one, other])).toEqual(["1", undefined]);
  publish([[other, 2]]);
  expect(readAll([one, other])).toEqual(["1", "2"]);
  publish([[one, undefined]]);
  expect(readAll([one, other])).toEqual([undefined, "2"]);
});

test("rows that come and go leave neither bytes nor a lock", () => {
  createStore(dir).finish([["kept", 1]]);
  const sizes = [];
  for (let at = 0; at < 40; at += 1) {
    publish([[`comes ${at}`, "x".repeat(20_000)], ...(at > 0 ? [[`comes ${at - 1}`, undefined] satisfies Row] : [])]);
    sizes.push(statSync(join(dir, "site.sqlite")).size);
  }
  expect(Math.max(...sizes.slice(20))).toBe(Math.max(...sizes.slice(0, 20)));
  expect(readAll(["kept"])).toEqual(["1"]);
  expect(readdirSync(dir)).toEqual(["site.sqlite"]);
});

/** Of several leaves, on two levels. */
const MANY: Row[] = Array.from({ length: 4000 }, (_, n) => [`page ${n}`, `${n} ${"x".repeat(n % 700)}`]);

test("of many rows each is found, and three hundred publishes leave a store of the size of its rows", () => {
  createStore(dir).finish(MANY);
  expect(readAll(MANY.map(([key]) => key))).toEqual(MANY.map(([, value]) => JSON.stringify(value)));
  const { size } = statSync(join(dir, "site.sqlite"));
  const sizeNow = () => readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  let largest = 0;
  for (let at = 0; at < 300; at += 1) {
    const first = (at * 37) % 3980;
    publish(MANY.slice(first, first + 20).map(([key]) => [key, `${at} ${"y".repeat(first % 900)}`]));
    largest = Math.max(largest, sizeNow());
  }
  expect(largest).toBeLessThan(2 * size);
  expect(readAll(["page 0", `page ${(299 * 37) % 3980}`])).toEqual([
    JSON.stringify("0 "),
    expect.stringContaining("299 yyy"),
  ]);
});

const SITE: Row[] = Array.from({ length: 400 }, (_, n) => [`key ${n}`, { n, text: "x".repeat(n) }]);
const NOW: Row[] = [
  ["key 3", "changed"],
  ["key 4", undefined],
  ["key 500", "new"],
];
const KEYS = [...SITE.map(([key]) => key), "key 500", "key 501"];

/** The file of a store, of which a publish has changed some rows. */
function write(): string {
  createStore(dir).finish(SITE);
  publish(NOW);
  return join(dir, "site.sqlite");
}

test("flipped bytes anywhere are noticed before they are an answer", () => {
  const file = write();
  const right = JSON.stringify(readAll(KEYS));
  const bytes = readFileSync(file);
  // Half of them where SQLite has its own numbers: in the header of the file, and at the beginning of a page.
  const places = fc.oneof(
    fc.nat(bytes.length - 1),
    fc.tuple(fc.nat(bytes.length / 4096 - 1), fc.nat(120)).map(([page, at]) => page * 4096 + at),
  );
  const flips = fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(places, flips, (at, xor) => {
      const damaged = Buffer.from(bytes);
      for (const [n, flip] of xor.entries()) if (at + n < bytes.length) damaged[at + n] = (bytes[at + n] ?? 0) ^ flip;
      writeFileSync(file, damaged);
      const found = readAll(KEYS);
      expect(found === null || JSON.stringify(found) === right).toBe(true);
    }),
    { numRuns: propertyRuns(200) },
  );
});

test("a file that is cut off, empty or no database at all is noticed, and reported", () => {
  const file = write();
  const bytes = readFileSync(file);
  const right = JSON.stringify(readAll(KEYS));
  for (const length of [0, 1, 100, 4096, Math.floor(bytes.length / 2), bytes.length - 4096, bytes.length - 1]) {
    writeFileSync(file, bytes.subarray(0, length));
    const found = readAll(KEYS);
    expect([null, right]).toContain(found && JSON.stringify(found));
  }
  const damaged: string[] = [];
  for (const content of ["", "no database", bytes.subarray(0, 5000)]) {
    writeFileSync(file, content);
    expect(openStore(dir, { onDamaged: (path) => damaged.push(path) })).toBeNull();
  }
  expect(damaged).toEqual([dir, dir, dir]);
});

test("a store without its top is damaged, one of another version is none", () => {
  const file = write();
  const reported: string[] = [];
  const open = (top: string | null) => {
    const database = new Database(file);
    database.run("UPDATE nodes SET text = ? WHERE number = 0", [top]);
    database.close();
    return openStore(dir, { onDamaged: (path) => reported.push(path) });
  };
  expect([open(addChecksum(JSON.stringify({ version: 8, bits: 0, next: 0, hash: "" }))), reported]).toEqual([null, []]);
  expect([open(null), reported]).toEqual([null, [dir]]);
});

test("pages of an older state, of which each is right by itself, are no store together", () => {
  createStore(dir).finish(SITE);
  const file = join(dir, "site.sqlite");
  const older = readFileSync(file);
  publish(SITE.slice(0, 200).map(([key]) => [key, { n: -1, text: "y".repeat(20) }]));
  const newer = readFileSync(file);
  const states = [older, newer].map((bytes) => {
    writeFileSync(file, bytes);
    return JSON.stringify(readAll(KEYS));
  });
  let mixed = 0;
  for (let page = 0; page < Math.min(older.length, newer.length) / 4096; page += 1) {
    const bytes = Buffer.from(newer);
    older.copy(bytes, page * 4096, page * 4096, (page + 1) * 4096);
    writeFileSync(file, bytes);
    const found = readAll(KEYS);
    if (found === null) mixed += 1;
    else expect(states).toContain(JSON.stringify(found));
  }
  expect(mixed).toBeGreaterThan(5);
});

test("a folder in place of the file is no store; a store is dropped whether it is there or not", () => {
  const file = write();
  rmSync(file);
  mkdirSync(file);
  expect(readAll(KEYS)).toBeNull();
  dropStore(dir);
  dropStore(dir);
  expect(existsSync(dir)).toBe(false);
});

test("a lock that a killed process left is no lock", () => {
  const file = write();
  mkdirSync(`${file}.lock`);
  expect(readAll(["key 3"])).toEqual(['"changed"']);
});
