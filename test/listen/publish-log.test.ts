/** The list of publishes on disk: what survives, and what of a damaged or planted file is believed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addChecksum } from "../../src/files/checksum-file.ts";
import { createBoard } from "../../src/listen/board.ts";
import { openPublishLog } from "../../src/listen/publish-log.ts";
import { entryWith } from "./console-setup.ts";

let folder: string;
const file = () => join(folder, "listen", "publishes.json");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publishes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  const warnings: string[] = [];
  return { log: openPublishLog(file(), (line) => warnings.push(line)), warnings };
}

test("the last hundred survive, newest first; an entry that is stored again is replaced", () => {
  const { log } = open();
  for (let number = 1; number <= 120; number += 1) log.put(entryWith({ number, ok: false }));
  log.put(entryWith({ number: 119, ok: true }));
  log.set({ live: { buildId: "b120", at: "2026-11-20T12:03:05.000Z" }, snapshot: "s" });
  const again = open();
  const { entries, live, snapshot } = again.log.read();
  expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, at) => 120 - at));
  expect([entries[0]?.ok, entries[1]?.ok, live?.buildId, snapshot]).toEqual([false, true, "b120", "s"]);
  expect([again.log.nextNumber(), again.warnings]).toEqual([121, []]);
});

test("a check that ends while a publish is under way has a number of its own", () => {
  const board = createBoard(open().log);
  board.begin(false);
  const [publish, check] = [board.nextNumber(), board.nextNumber(true)];
  board.put(entryWith({ number: check, kind: "check" }));
  board.put(entryWith({ number: publish }));
  board.end();
  expect(board.state.entries.map(({ kind }) => kind)).toEqual(["check", "publish"]);
  expect([board.nextNumber(), board.nextNumber(true)]).toEqual([3, 3]);
});

test("texts of any length are cut, so that the file stays readable", () => {
  const { log } = open();
  log.put(entryWith({ number: 1, summary: "x".repeat(100_000) }));
  const again = open();
  expect([again.log.read().entries[0]?.summary.length, again.warnings]).toEqual([2000, []]);
});

test.each([
  ["a flipped byte", (text: string) => text.replace("About", "Abuot")],
  ["another shape", () => addChecksum(JSON.stringify({ format: 1, entries: [{ number: "one" }] }))],
  ["a build that is a path", (text: string) => addChecksum(text.slice(65).replaceAll('"b1"', '"../../b1"'))],
  ["no JSON", () => addChecksum("nothing")],
  ["nothing", () => ""],
])("%s: it begins anew and says so", (_, damage) => {
  const { log } = open();
  log.put(entryWith({ number: 1 }));
  writeFileSync(file(), damage(readFileSync(file(), "utf8")));
  const again = open();
  expect([again.log.read().entries, again.warnings.length]).toEqual([[], 1]);
  again.log.put(entryWith({ number: 1 }));
  expect(open().log.read().entries).toHaveLength(1);
});

test("a folder that cannot be written to stops nothing", () => {
  writeFileSync(join(folder, "listen"), "a file in the way");
  const { log, warnings } = open();
  log.put(entryWith({ number: 1 }));
  expect([log.read().entries.length, warnings.length > 0]).toEqual([1, true]);
  rmSync(join(folder, "listen"));
  mkdirSync(join(folder, "listen"));
});
