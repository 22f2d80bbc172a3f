import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyJournal, readJournal, writeJournal } from "../../src/publish/journal.ts";
import { planClearing, planMoves, publishRank, type StagedFile } from "../../src/publish/publish-plan.ts";
import { emptyRecord, parseRecord, serializeRecord } from "../../src/publish/publish-record.ts";
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
  record: join(box.stateDir, "record.json"),
  changes: join(box.stateDir, "record.changes.json"),
});

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
    file("_payload.json"),
    file("_assets/builds/meta/b.json"),
    file("_assets/app-1.js"),
  ];
  expect(planMoves(files, latest).map(([move]) => move?.to)).toEqual([
    "_assets/app-1.js",
    "_payload.json",
    "new/index.html",
    "index.html",
    "old/index.html",
    "_assets/builds/meta/b.json",
    "sitemap.xml",
    latest,
  ]);
  expect(publishRank(file("team/_payload.json"), latest)).toBeLessThan(publishRank(file("404.html"), latest));
});

test("only removals that stand in the way go first", () => {
  const staged: StagedFile[] = ["a/index.html", "b"].map((path) => ({ path, from: path, kind: "page", isNew: true }));
  expect(planClearing(["a", "b/index.html", "c"], staged)).toEqual(["a", "b/index.html"]);
});

test("a journal is carried out as often as one likes", async () => {
  await writeFiles(box.root, { "stage/flat/1": "new", "out/a": "old", "out/gone/x": "old" });
  const plan = { clear: [], moves: [[{ from: "flat/1", to: "b/c" }]], remove: ["gone/x"] };
  const journal = { plan, record: serializeRecord({ ...emptyRecord(), buildId: "b" }), changesOnly: false };
  await writeJournal(place().journal, journal);
  expect(await readJournal(place().journal)).toEqual(journal);
  await applyJournal(place(), journal);
  await applyJournal(place(), journal);
  expect(await readTree(box.out)).toEqual({ a: "old", "b/c": "new" });
  expect(await readdir(box.root)).toEqual([".sitegen", "out"]);
});

test("a whole tree is merged into what somebody put there meanwhile", async () => {
  await writeFiles(box.root, { "stage/tree/a/x": "new", "stage/tree/b": "new", "out/a/y": "theirs" });
  const plan = { clear: [], moves: [[{ from: "tree", to: "" }]], remove: [] };
  await applyJournal(place(), { plan, record: serializeRecord(emptyRecord()) });
  expect(await readTree(box.out)).toEqual({ "a/x": "new", "a/y": "theirs", b: "new" });
});

test.each([
  ["nothing", ""],
  ["half a plan", '{"clear":[],"moves":['],
  ["a plan without a record", '{"clear":[],"moves":[],"remove":[]}\n'],
  [
    "a way out of out/",
    '{"clear":[],"moves":[[{"from":"flat/1","to":"../x"}]],"remove":[]}\n{"version":1,"buildId":"b","builds":[]}\n',
  ],
  [
    "a removal elsewhere",
    '{"clear":[],"moves":[],"remove":["/etc/passwd"]}\n{"version":1,"buildId":"b","builds":[]}\n',
  ],
])("a journal that holds %s is none", async (_name, text) => {
  await mkdir(box.root, { recursive: true });
  await writeFile(place().journal, text);
  expect(await readJournal(place().journal)).toBeNull();
});

test("a record is read as it was written", () => {
  const files = new Map([['a"b/ü.html', { hash: "0".repeat(32), size: 3, mtimeMs: 1.25 }]]);
  const record = { buildId: "b", builds: ["a", "b"], files };
  expect(parseRecord(serializeRecord(record))).toEqual(record);
});
