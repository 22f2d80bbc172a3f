/** State that each build appends to: killed at any byte, damaged anywhere, written by two, or on a full disk. */
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStateTable, type RowChange, readHead, TAIL } from "../../src/files/state-table.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.dir, "cache/log.ndjson");
});
afterEach(() => folder.remove());

interface Head {
  build: number;
}
const damaged: string[] = [];
const open = (version = 1) => {
  damaged.length = 0;
  return openStateTable<Head>(file, version, (one) => damaged.push(one));
};
/** The rows by their order, of which each build writes three, and one that every build replaces. */
const read = (version?: number) => {
  const { head, rows } = open(version);
  return { build: head?.build ?? null, rows: [...rows("row")].map(([key, text]) => [key, JSON.parse(text) as string]) };
};
const rowsOf = (build: number, count = 3): RowChange[] =>
  Array.from({ length: count }, (_, n) => ["row", `${build}\t${n} ü`, JSON.stringify(`row ${n} of "ü"\n`)]);
const NONE = { build: null, rows: [] };
const shown = (rows: readonly RowChange[]) => rows.map(([, key, text]) => [key, JSON.parse(text ?? "") as string]);

/** Appends builds, each by a process of its own. */
function append(...builds: number[]): void {
  for (const build of builds) open().save(rowsOf(build), { build });
}
const upTo = (build: number) => ({
  build,
  rows: Array.from({ length: build }, (_, n) => shown(rowsOf(n + 1))).flat(),
});

test("rows and the last head are read in the order in which builds wrote them", () => {
  expect(read()).toEqual(NONE);
  append(1, 2, 3);
  expect(read()).toEqual(upTo(3));
  const many = rowsOf(4, 1234);
  open().save(many, { build: 4 });
  expect(read()).toEqual({ build: 4, rows: [...upTo(3).rows, ...shown(many)] });
  open().save([], { build: 5 });
  expect(read()).toMatchObject({ build: 5 });
  const table = open();
  table.clear();
  table.save(rowsOf(9), { build: 9 });
  expect(read()).toEqual({ build: 9, rows: shown(rowsOf(9)) });
  expect(damaged).toEqual([]);
});

test("the head is read alone from the last build's line, whatever comes before it, and only if that line is whole", () => {
  expect(readHead(file)).toBeNull();
  const long = { build: 1, text: "ü".repeat(TAIL) };
  openStateTable(file, 1).save(rowsOf(1), long);
  expect(readHead(file)).toEqual(long);
  append(2, 3);
  expect(readHead(file)).toEqual({ build: 3 });
  const whole = readFileSync(file);
  const end = whole.lastIndexOf("\n", whole.length - 2) + 1;
  for (let at = end; at < whole.length; at += 1) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    // The first hash of the line is that of the build's rows.
    const isOfRows = at > end && at <= end + 16;
    expect(readHead(file), `byte ${at}`).toEqual(isOfRows ? { build: 3 } : null);
    writeFileSync(file, whole.subarray(0, at));
    expect(readHead(file), `cut at ${at}`).toBeNull();
  }
  rmSync(file);
  mkdirSync(file);
  expect(readHead(file)).toBeNull();
});

test("a row is replaced and removed by its kind and key, and one that stays the same is not written", () => {
  append(1);
  const table = open();
  const [one, two] = rowsOf(1);
  if (!one || !two) throw new Error("three rows");
  table.save([["other", one[1], "1"], [...one.slice(0, 2), null] as never, ["row", two[1], '"new"']], { build: 2 });
  const now = open();
  expect([...now.rows("row")].slice(0, 1)).toEqual([[two[1], '"new"']]);
  expect([[...now.rows("other")], now.rows("row").size, now.rows("none").size]).toEqual([[[one[1], "1"]], 2, 0]);
  const before = statSync(file).size;
  now.save([["row", two[1], '"new"']], { build: 2 });
  expect(statSync(file).size - before).toBeLessThan(60);
  // After many builds that replace the same rows the file is as long as one of a first build.
  for (let build = 0; build < 200; build += 1) open().save(rowsOf(1), { build });
  for (let build = 0; build < 200; build += 1) open().save([["row", two[1], `"${build}"`]], { build });
  expect(statSync(file).size).toBeLessThan(before * 3);
});

test("a build that is killed at any byte of what it appends is as if it had not been, and the next one goes on", () => {
  append(1, 2);
  const { size } = statSync(file);
  append(3);
  const whole = readFileSync(file);
  expect(whole.length).toBeGreaterThan(size + 50);
  for (let bytes = size; bytes < whole.length; bytes += 1) {
    writeFileSync(file, whole.subarray(0, bytes));
    expect(read(), `cut at ${bytes}`).toEqual(upTo(2));
    append(3);
    expect(read(), `after a cut at ${bytes}`).toEqual(upTo(3));
    expect(damaged).toEqual([]);
  }
});

test("a file that is cut within its first build is none", () => {
  append(1);
  const whole = readFileSync(file);
  for (let bytes = 0; bytes < whole.length; bytes += 1) {
    writeFileSync(file, whole.subarray(0, bytes));
    expect(read(), `cut at ${bytes}`).toEqual(NONE);
    append(1);
    expect(read()).toEqual(upTo(1));
  }
});

test("a byte that is another anywhere is never read as a row", () => {
  append(1, 2);
  const whole = readFileSync(file);
  const whatMayBeRead = [NONE, upTo(1), upTo(2)].map((one) => JSON.stringify(one));
  for (let at = 0; at < whole.length; at += 1)
    for (const bit of [1, 32, 128]) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ bit;
      writeFileSync(file, bytes);
      const found = read();
      expect(whatMayBeRead, `byte ${at}`).toContain(JSON.stringify(found));
      // With another number of the format it is a file of another version.
      if (found.build === null && at !== whole.indexOf("\n") - 1) expect([at, damaged]).toEqual([at, [file]]);
      open().save(rowsOf(3), { build: 3 });
      expect(read().build, `a build after damage of byte ${at}`).toBe(3);
    }
});

test.each([
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x0a, 0x00])],
  ["text of another program", "hello\n"],
  ["an empty line", "\n"],
])("%s is damage", (_, bytes) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  expect(read()).toEqual(NONE);
  expect(damaged).toEqual([file]);
  append(1);
  expect(read()).toEqual(upTo(1));
});

test("a folder in its place is damage, and the next build replaces it", () => {
  mkdirSync(join(file, "below"), { recursive: true });
  expect(read()).toEqual(NONE);
  expect(damaged).toEqual([file]);
  append(1);
  expect(read()).toEqual(upTo(1));
});

test("rows of another version are not read, and the next build replaces them", () => {
  append(1, 2);
  expect(read(2)).toEqual(NONE);
  expect(damaged).toEqual([]);
  open(2).save(rowsOf(7), { build: 7 });
  expect(read(2)).toEqual({ build: 7, rows: shown(rowsOf(7)) });
  expect(read(1)).toEqual(NONE);
});

test("of two that have read the same state, the second to write replaces what the first one appended", () => {
  append(1);
  const [first, second] = [open(), open()];
  first.save(rowsOf(2), { build: 2 });
  second.save(rowsOf(3), { build: 3 });
  expect(read()).toEqual({ build: 3, rows: shown([...rowsOf(1), ...rowsOf(3)]) });
  first.save(rowsOf(4), { build: 4 });
  expect(read()).toEqual({ build: 4, rows: shown([...rowsOf(1), ...rowsOf(2), ...rowsOf(4)]) });
});

test("what was deleted meanwhile is written as a whole", () => {
  append(1);
  const table = open();
  rmSync(file);
  table.save(rowsOf(2), { build: 2 });
  expect(read()).toEqual(upTo(2));
});

test("a table that stays open knows whether its file is still as it was", () => {
  const table = open();
  expect(table.isCurrent()).toBe(false);
  table.save(rowsOf(1), { build: 1 });
  expect(table.isCurrent()).toBe(true);
  append(2);
  expect([table.isCurrent(), open().isCurrent()]).toEqual([false, true]);
  writeFileSync(file, readFileSync(file).subarray(0, -5));
  expect(open().isCurrent()).toBe(false);
  rmSync(file);
  expect(table.isCurrent()).toBe(false);
});

describe("on a full disk", () => {
  /** /dev/full answers every write as a full disk does. */
  test("the first build says so", () => {
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync("/dev/full", `${file}.${process.pid}.tmp`);
    expect(() => append(1)).toThrow(expect.objectContaining({ code: "DISK_FULL" }));
    expect(read()).toEqual(NONE);
    append(1);
    expect(read()).toEqual(upTo(1));
  });
});
