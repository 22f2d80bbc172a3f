/** State that each build appends to: killed at any byte, damaged anywhere, written by two, or on a full disk. */
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStateLog } from "../../src/state-log.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.dir, "cache/log.ndjson");
});
afterEach(() => folder.remove());

type Row = readonly [number, string];
interface Head {
  build: number;
}
const damaged: string[] = [];
const open = (version = 1) => {
  damaged.length = 0;
  return openStateLog<Head, Row>(file, version, (one) => damaged.push(one));
};
const read = (version?: number) => {
  const { head, rows } = open(version);
  return { build: head?.build ?? null, rows };
};
const rowsOf = (build: number, count = 3): Row[] =>
  Array.from({ length: count }, (_, n) => [build, `row ${n} of "ü"\n`] as const);
const NONE = { build: null, rows: [] };

/** Appends builds, each by a process of its own. */
function append(...builds: number[]): void {
  for (const build of builds) {
    const log = open();
    log.append(rowsOf(build), { build }, () => [...log.rows, ...rowsOf(build)]);
  }
}
const upTo = (build: number) => ({
  build,
  rows: Array.from({ length: build }, (_, n) => rowsOf(n + 1)).flat(),
});

test("rows and the last head are read in the order in which builds wrote them", () => {
  expect(read()).toEqual(NONE);
  append(1, 2, 3);
  expect(read()).toEqual(upTo(3));
  const many = rowsOf(4, 1234);
  open().append(many, { build: 4 }, () => []);
  expect(read()).toEqual({ build: 4, rows: [...upTo(3).rows, ...many] });
  open().append([], { build: 5 }, () => []);
  expect(read()).toMatchObject({ build: 5 });
  open().replace(rowsOf(9), { build: 9 });
  expect(read()).toEqual({ build: 9, rows: rowsOf(9) });
  expect(damaged).toEqual([]);
});

test("one log appends again and again to what it read or wrote itself", () => {
  const log = open();
  for (const build of [1, 2, 3]) log.append(rowsOf(build), { build }, () => upTo(build).rows);
  expect(read()).toEqual(upTo(3));
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
      if (found.build === null) expect([at, damaged]).toEqual([at, [file]]);
      const log = open();
      log.append(rowsOf(3), { build: 3 }, () => [...log.rows, ...rowsOf(3)]);
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
  open(2).append(rowsOf(7), { build: 7 }, () => rowsOf(7));
  expect(read(2)).toEqual({ build: 7, rows: rowsOf(7) });
  expect(read(1)).toEqual(NONE);
});

test("of two that have read the same state, the second to write replaces what the first one appended", () => {
  append(1);
  const [first, second] = [open(), open()];
  first.append(rowsOf(2), { build: 2 }, () => []);
  second.append(rowsOf(3), { build: 3 }, () => [...rowsOf(1), ...rowsOf(3)]);
  expect(read()).toEqual({ build: 3, rows: [...rowsOf(1), ...rowsOf(3)] });
  first.append(rowsOf(4), { build: 4 }, () => [...rowsOf(1), ...rowsOf(2), ...rowsOf(4)]);
  expect(read()).toEqual({ build: 4, rows: [...rowsOf(1), ...rowsOf(2), ...rowsOf(4)] });
});

test("what was deleted meanwhile is written as a whole", () => {
  append(1);
  const log = open();
  rmSync(file);
  log.append(rowsOf(2), { build: 2 }, () => [...rowsOf(1), ...rowsOf(2)]);
  expect(read()).toEqual(upTo(2));
});

test("a log that stays open knows whether its file is still as it was", () => {
  const log = open();
  expect(log.isCurrent()).toBe(false);
  log.append(rowsOf(1), { build: 1 }, () => rowsOf(1));
  expect(log.isCurrent()).toBe(true);
  append(2);
  expect([log.isCurrent(), open().isCurrent()]).toEqual([false, true]);
  writeFileSync(file, readFileSync(file).subarray(0, -5));
  expect(open().isCurrent()).toBe(false);
  rmSync(file);
  expect(log.isCurrent()).toBe(false);
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
