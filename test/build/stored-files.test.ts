/** Whether out/ is as the last build left it: each file counts, those of pages and those of none. */
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  checkOutputInAdvance,
  isLastOutput,
  recordPublish,
  storedFiles,
} from "../../src/build/changes/stored-files.ts";
import { pathRows } from "../../src/build/changes/stored-paths.ts";
import { KEYS, type Row, type StoredFile } from "../../src/incremental/store/rows.ts";
import { createStore } from "../../src/incremental/store/store.ts";
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

/** The hash is no file's, so that a file which was touched is another one. */
function rowOf(path: string): StoredFile {
  const { size, mtimeMs } = statSync(join(out, path));
  return ["0".repeat(32), size, mtimeMs];
}

/** Of a page and two files, and of another page and two files added since. "gone" had rows of its own once. */
function rows(): Row[] {
  const page = (path: string) => {
    const [html, payload] = [rowOf(`${path}index.html`), rowOf(`${path}_payload.json`)];
    return [KEYS.page(`/${path}`), storedPage({ html, payload })] satisfies Row;
  };
  const file = (path: string): Row => [KEYS.file(path), rowOf(path)];
  return [
    [KEYS.numbered, 3],
    [KEYS.paths(0), ["/", "/gone/", "/new/"]],
    page(""),
    page("new/"),
    [KEYS.others, 3],
    [KEYS.otherPaths(0), ["feed.xml", "gone.xml", "sitemap.xml"]],
    [KEYS.newOthers, ["added.xml", "last.xml"]],
    ...["feed.xml", "sitemap.xml", "added.xml", "last.xml"].map(file),
  ];
}

const store = () => storeOf(rows());

const at = { out, folder: join(folder.dir, "store") };
const isLast = (from = store()) => isLastOutput(from, { buildId: "b1" }, at);

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
  from.update([[KEYS.paths(0), ["/"]]]);
  expect(isLast(from)).toBe(false);
});

test("a page's files have the page's row, all others rows of their own", () => {
  const files = storedFiles(store());
  const found = Object.keys(FILES).map((path) => [path, files.get(path)?.size]);
  expect(found).toEqual(Object.entries(FILES).map(([path, text]) => [path, text.length]));
  expect(["gone/index.html", "gone.xml", "feed.xml/index.html"].map(files.has)).toEqual([false, false, false]);
});

describe("a site of 1,000 pages", () => {
  const PAGES = Array.from({ length: 1000 }, (_, number) => `page-${number}/`);
  const CHECKS = Math.ceil(PAGES.length / 400);

  function largeStore() {
    for (const path of PAGES) for (const name of ["index.html", "_payload.json"]) write(path + name, path);
    return storeOf([
      [KEYS.numbered, PAGES.length],
      ...pathRows(
        KEYS.paths,
        PAGES.map((path) => `/${path}`),
      ),
      ...PAGES.map((path): Row => {
        const [html, payload] = [rowOf(`${path}index.html`), rowOf(`${path}_payload.json`)];
        return [KEYS.page(`/${path}`), storedPage({ html, payload })];
      }),
      [KEYS.others, 0],
    ]);
  }

  test("a page changed by hand is found after pages / 400 builds, at whatever time they run", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    try {
      const from = largeStore();
      for (const number of [0, 399, 400, 555, 801, 999]) {
        write(`page-${number}/index.html`, "changed by hand");
        const found = Array.from({ length: CHECKS }, () => {
          vi.setSystemTime(Date.now() + 3_600_000);
          return isLast(from);
        });
        expect([number, found.includes(false)]).toEqual([number, true]);
        // The build that found it writes the site, and what it publishes has other times.
        write(`page-${number}/index.html`, `page-${number}/`);
        const page = storedPage({
          html: rowOf(`page-${number}/index.html`),
          payload: rowOf(`page-${number}/_payload.json`),
        });
        from.update([[KEYS.page(`/page-${number}/`), page]]);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test("what a check in advance finds, the next build finds too", () => {
    const from = largeStore();
    for (let turn = 0; turn < CHECKS; turn += 1) expect(isLast(from)).toBe(true);
    write("page-700/index.html", "changed by hand");
    const found = Array.from({ length: CHECKS }, () => isLast(from));
    // It is looked at until it is written again.
    expect(found.slice(found.indexOf(false)).every((isFine) => !isFine)).toBe(true);
    expect(found).toContain(false);
  });
});

describe("checked in advance by the process that published it", () => {
  const publish = (pages: number) => {
    createStore(at.folder).finish([...rows(), [KEYS.head, { buildId: "b1", pages }]]);
    recordPublish(at);
  };

  test("a large site is not checked again by the next build, and again by the one after it", () => {
    publish(401);
    checkOutputInAdvance();
    const from = store();
    rmSync(join(out, "feed.xml"));
    expect([isLast(from), isLast(from)]).toEqual([true, false]);
  });

  test("what another process published since is seen", () => {
    publish(401);
    checkOutputInAdvance();
    write(LATEST, JSON.stringify({ id: "b2" }));
    expect(isLast()).toBe(false);
  });

  test("another folder is checked, and another build in the same one", () => {
    for (const [there, buildId] of [[`${out}2`, "b1"] as const, [out, "b2"] as const]) {
      publish(401);
      checkOutputInAdvance();
      if (there === out) write(LATEST, JSON.stringify({ id: buildId }));
      const from = store();
      rmSync(join(out, "feed.xml"), { force: true });
      expect(isLastOutput(from, { buildId }, { ...at, out: there })).toBe(false);
      write("feed.xml", FILES["feed.xml"]);
    }
  });

  test.each([
    ["a small site, which is checked each time", 400, () => checkOutputInAdvance()],
    ["nothing before the check", 401, () => undefined],
  ])("%s", (_, pages, check) => {
    publish(pages);
    check();
    const from = store();
    rmSync(join(out, "feed.xml"));
    expect(isLast(from)).toBe(false);
    checkOutputInAdvance();
  });

  test("a file that was changed before the check is seen, and a store that is gone does no harm", () => {
    publish(401);
    const from = store();
    rmSync(join(out, "feed.xml"));
    checkOutputInAdvance();
    expect(isLast(from)).toBe(false);
    rmSync(at.folder, { recursive: true });
    recordPublish(at);
    checkOutputInAdvance();
    checkOutputInAdvance();
  });
});
