/** Whether out/ is as the last build left it: each file counts, those of pages and those of none. */
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { isLastOutput, storedFiles } from "../../src/build/changes/stored-files.ts";
import { KEYS, type StoredFile } from "../../src/incremental/store/rows.ts";
import type { Row } from "../../src/row-table.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { storedPage, storeOf } from "./changes-fixture.ts";

const LATEST = "_assets/builds/latest.json";
const FILES = {
  "index.html": "home",
  "_payload.json": "{}",
  "new/index.html": "a page added since the last full build",
  "new/_payload.json": "[]",
  "feed.xml": "feed",
  "sitemap.xml": "sitemap",
  "added.xml": "a file added since",
  "last.xml": "another one",
};
const folder = temporaryFolder();
const out = join(folder.dir, "out");
afterAll(folder.remove);

beforeEach(() => {
  rmSync(out, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ ...FILES, [LATEST]: JSON.stringify({ id: "b1" }) })) write(path, text);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

/** The hash is wrong, so that a file which was touched is another one. */
function rowOf(path: string): StoredFile {
  const { size, mtimeMs } = statSync(join(out, path));
  return ["a hash", size, mtimeMs];
}

/** Of a page and two files, and of another page and two files added since. "gone" had rows of its own once. */
function store() {
  const page = (path: string) => {
    const [html, payload] = [rowOf(`${path}index.html`), rowOf(`${path}_payload.json`)];
    return [KEYS.page(`/${path}`), storedPage({ html, payload })] satisfies Row;
  };
  const file = (path: string): Row => [KEYS.file(path), rowOf(path)];
  return storeOf([
    [KEYS.numbered, 2],
    [KEYS.paths(0), ["/", "/gone/"]],
    [KEYS.newPages, ["/new/"]],
    page(""),
    page("new/"),
    [KEYS.others, 3],
    [KEYS.otherPaths(0), ["feed.xml", "gone.xml", "sitemap.xml"]],
    [KEYS.newOthers, ["added.xml", "last.xml"]],
    ...["feed.xml", "sitemap.xml", "added.xml", "last.xml"].map(file),
  ]);
}

const isLast = (from = store()) => isLastOutput(from, { buildId: "b1" }, { out });

test("it is, also where pages and files were removed since the last full build", () => {
  expect(isLast()).toBe(true);
});

test.each(Object.keys(FILES))("it is not without %s, or with another one", (path) => {
  const before = store();
  rmSync(join(out, path));
  expect(isLast(before)).toBe(false);
  write(path, "changed by hand");
  expect(isLast(before)).toBe(false);
});

test("it is not where another build was published, or none", () => {
  const before = store();
  write(LATEST, JSON.stringify({ id: "b2" }));
  expect(isLast(before)).toBe(false);
  rmSync(join(out, LATEST));
  expect(isLast(before)).toBe(false);
});

test("it is not where the path of a page is not known", () => {
  const from = store();
  from.append([[KEYS.paths(0), ["/"]]]);
  expect(isLast(from)).toBe(false);
});

test("a page's files have the page's row, all others rows of their own", () => {
  const files = storedFiles(store());
  const found = Object.keys(FILES).map((path) => [path, files.get(path)?.size]);
  expect(found).toEqual(Object.entries(FILES).map(([path, text]) => [path, text.length]));
  expect(["gone/index.html", "gone.xml", "feed.xml/index.html"].map(files.has)).toEqual([false, false, false]);
});
