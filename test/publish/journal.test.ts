import { statSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyJournal, readJournal, writeJournal } from "../../src/publish/journal.ts";
import { planClearing, planMoves, publishRank, type StagedFile } from "../../src/publish/publish-plan.ts";
import { openRecordFile, type RecordChange, type RecordFile } from "../../src/publish/publish-record.ts";
import { drop, readTree, type Sandbox, sandbox, writeFiles } from "./helpers.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => drop(box));

const place = () => ({
  out: box.out,
  stage: join(box.root, "stage"),
  journal: join(box.root, "journal"),
  record: join(box.stateDir, "record.ndjson"),
});

const HASH = "0".repeat(32);
const HEAD = { buildId: "b", builds: ["a", "b"], next: 0 };
const read = () => withMap(openRecordFile(place().record).record);
const withMap = (one: RecordFile["record"]) => one && { ...one, files: new Map(one.files) };
const record = (rows: RecordChange["rows"] = [], whole = true): RecordChange => ({ head: HEAD, rows, whole });

test("what a page needs goes before it, latest.json last", () => {
  const latest = "_assets/builds/latest.json";
  const file = (path: string, more: Partial<StagedFile> = {}): StagedFile => {
    return { path, from: path, kind: "page", isNew: false, ...more };
  };
  const files = [
    file(latest),
    file("sitemap.xml"),
    file("old/index.html", { kind: "stub" }),
    file("index.html"),
    file("new/index.html", { isNew: true }),
    file("price-list.pdf", { isNew: true }),
    file("_payload.json"),
    file("_assets/builds/meta/b.json"),
    file("_assets/app-1.js"),
  ];
  expect(planMoves(files).flatMap((group) => group.map(({ to }) => to))).toEqual([
    "price-list.pdf",
    "_assets/app-1.js",
    "_payload.json",
    "new/index.html",
    "index.html",
    "old/index.html",
    "_assets/builds/meta/b.json",
    "sitemap.xml",
    latest,
  ]);
  for (const json of ["team/_payload.json", "_words.json"])
    expect(publishRank(file(json))).toBeLessThan(publishRank(file("404.html")));
});

test("only removals that stand in the way go first", () => {
  const staged: StagedFile[] = ["a/index.html", "b"].map((path) => ({ path, from: path, kind: "page", isNew: true }));
  expect(planClearing(["a", "b/index.html", "c"], staged)).toEqual(["a", "b/index.html"]);
});

test("a journal is carried out as often as one likes", async () => {
  await writeFiles(box.root, { "stage/flat/1": "new", "out/a": "old", "out/gone/x": "old" });
  const plan = { clear: [], moves: [[{ from: "flat/1", to: "b/c" }]], remove: ["gone/x"] };
  const journal = { plan, record: record([["b/c", HASH, 3, 1.25], ["gone/x"]], false) };
  await writeJournal(place().journal, journal);
  expect(await readJournal(place().journal)).toEqual(journal);
  await applyJournal(place(), journal);
  await applyJournal(place(), journal);
  expect(await readTree(box.out)).toEqual({ a: "old", "b/c": "new" });
  const files = new Map([["b/c", { hash: HASH, size: 3, mtimeMs: 1.25 }]]);
  expect(read()).toEqual({ ...HEAD, files });
  expect(await readdir(box.root)).toEqual([".sitegen", "out"]);
});

test("a whole tree is merged into what somebody put there meanwhile", async () => {
  await writeFiles(box.root, { "stage/tree/a/x": "new", "stage/tree/b": "new", "out/a/y": "theirs" });
  const plan = { clear: [], moves: [[{ from: "tree", to: "" }]], remove: [] };
  await applyJournal(place(), { plan, record: record() });
  expect(await readTree(box.out)).toEqual({ "a/x": "new", "a/y": "theirs", b: "new" });
});

const PLAN = { clear: [], moves: [[{ from: "flat/1", to: "b/c" }]], remove: ["gone/x"] };
const journalOf = (plan: object, more: object = {}) =>
  JSON.stringify({ plan: { ...PLAN, ...plan }, record: { ...record([["b/c", HASH, 3, 1]], false), ...more } });

test.each([
  ["nothing", ""],
  ["half a plan", journalOf({}).slice(0, 40)],
  ["a plan without a record", JSON.stringify({ plan: PLAN })],
  ["a way out of out/", journalOf({ moves: [[{ from: "flat/1", to: "../x" }]] })],
  ["a removal elsewhere", journalOf({ remove: ["/etc/passwd"] })],
  ["a record of a file elsewhere", journalOf({}, { rows: [["../x", HASH, 3, 1]] })],
  ["a record that forgets a file elsewhere", journalOf({}, { rows: [["../x"]] })],
  ["a record of a build that is a path", journalOf({}, { head: { ...HEAD, buildId: "../b" } })],
])("a journal that holds %s is none", async (_name, text) => {
  await mkdir(box.root, { recursive: true });
  await writeFile(place().journal, journalOf({}));
  expect(await readJournal(place().journal)).not.toBeNull();
  await writeFile(place().journal, text);
  expect(await readJournal(place().journal)).toBeNull();
});

test("a record is read as it was written, with what later publishes changed", () => {
  const file = openRecordFile(place().record);
  expect(file.record).toBeNull();
  file.write(
    record([
      ['a"b/ü.html', HASH, 3, 1.25],
      ["old/index.html", HASH, 1, 1],
    ]),
  );
  const head = { ...HEAD, buildId: "c", next: 7 };
  openRecordFile(place().record).write({ head, rows: [["old/index.html"], ["new", HASH, 2, 2]], whole: false });
  const files = new Map([
    ['a"b/ü.html', { hash: HASH, size: 3, mtimeMs: 1.25 }],
    ["new", { hash: HASH, size: 2, mtimeMs: 2 }],
  ]);
  expect(read()).toEqual({ ...head, files });
});

test("a record that is written again and again stays as small as what it records", () => {
  const file = openRecordFile(place().record);
  const rows = Array.from({ length: 40 }, (_, n) => [`p/${n}/index.html`, HASH, n, 1] as const);
  file.write(record([...rows]));
  const { size } = statSync(place().record);
  for (let n = 0; n < 200; n += 1)
    file.write({ head: HEAD, rows: [[`p/${n % 40}/index.html`, HASH, n, 2]], whole: false });
  expect(statSync(place().record).size).toBeLessThan(size * 4);
  expect(read()).toEqual(withMap(file.record));
});
