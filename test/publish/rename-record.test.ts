import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRenameRecord, renameRecordFile, writeRenameRecord } from "../../src/generate/rename-record.ts";
import { drop, type Sandbox, sandbox } from "./helpers.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => drop(box));

const ROWS = [
  { from: "/a/", to: "/b/" },
  { from: "/de/a/", to: "/de/b/" },
];

test("a record is read as it was written, one row a line", async () => {
  await writeRenameRecord(box.stateDir, ROWS);
  expect(await readRenameRecord(box.stateDir)).toEqual(ROWS);
  const text = await readFile(renameRecordFile(box.stateDir), "utf8");
  expect(text).toBe('[\n  {"from":"/a/","to":"/b/"},\n  {"from":"/de/a/","to":"/de/b/"}\n]\n');
});

test("no record and no rows leave no file", async () => {
  await writeRenameRecord(box.stateDir, []);
  expect(await readRenameRecord(box.stateDir)).toEqual([]);
});

test("an unchanged record is not touched", async () => {
  await writeRenameRecord(box.stateDir, ROWS);
  const before = await stat(renameRecordFile(box.stateDir));
  await writeRenameRecord(box.stateDir, ROWS);
  const after = await stat(renameRecordFile(box.stateDir));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test.each([
  ["{", []],
  ['{"a":1}', []],
  ['[{"from":"/a/","to":"/b/"},{"from":1},null]', [{ from: "/a/", to: "/b/" }]],
])("what is damaged is left out and the file kept: %s", async (text, rows) => {
  await mkdir(box.stateDir);
  await writeFile(renameRecordFile(box.stateDir), text);
  expect(await readRenameRecord(box.stateDir)).toEqual(rows);
  await writeRenameRecord(box.stateDir, ROWS);
  expect(await readFile(join(box.stateDir, "renames.json.damaged"), "utf8")).toBe(text);
});
