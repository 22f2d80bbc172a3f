/** The problems of a site after a publish of a few stories: the last build's list, or one built from the stored rows. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, describe, expect, test } from "vitest";
import { type AssetProblem, assetFailed } from "../../src/assets/asset-problems.ts";
import type { ChangedPage } from "../../src/build/changes/changed-pages.ts";
import { changedProblems, problemsOfPages, referringPages } from "../../src/build/changes/changed-problems.ts";
import type { ChangedSite } from "../../src/build/changes/changed-stories.ts";
import { FullBuildNeeded } from "../../src/build/changes/full-build-needed.ts";
import { problemsBeforePages } from "../../src/build/collect-problems.ts";
import { pageFile } from "../../src/build/page-files.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { Route } from "../../src/content/site.ts";
import { writeLastBuild } from "../../src/incremental/last-build.ts";
import { problemReportOf } from "../../src/incremental/problem-report.ts";
import { KEYS, type Row, type StoredSiteFacts } from "../../src/incremental/store/rows.ts";
import type { Problem } from "../../src/problem.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { storedPage, storeOf } from "./changes-fixture.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const problem = (story: string): Problem => ({
  ...{ severity: "warning", code: "CONTENT_BROKEN_ADDRESS", message: "A link", story, path: "", hint: "" },
});
const OF_PULL = problem("of the pull");
const OF_SITE = problem("of the site");
const OF_REDIRECTS = problem("of the redirects");
const OF_SHARED = problem("of the header");
const ROWS: Row[] = [
  [KEYS.faulty, ["/a/", "/b/"]],
  [KEYS.problemsOf("/a/"), [problem("a")]],
  [KEYS.problemsOf("/b/"), [problem("b")]],
  [KEYS.assetProblems, []],
];
const pulled = { problems: [OF_PULL] };
const context = { problems: [OF_SHARED] };
const HEAD: StoredSiteFacts = {
  ...{ rules: "", snapshot: "", buildId: "build-1", builds: ["build-1"], recordOf: "build-1", shared: {}, preview: {} },
  ...{ timestamp: 0, stories: { en: 2 }, pages: 3, sitemap: {}, redirects: 0 },
  problems: [OF_SITE],
  redirectProblems: [OF_REDIRECTS],
  beforePages: problemsBeforePages(pulled, context),
};
/** The list that the last build wrote. Nothing that is built from rows looks like it. */
const WRITTEN = [problem("written by the last build")];

const page = (path: string, problems: Problem[]): ChangedPage => ({
  ...{ path, before: storedPage(), html: null, dependencies: [], loose: [], blocks: [] },
  problems,
});

interface Given {
  rows?: Row[];
  head?: Partial<StoredSiteFacts>;
  lastBuild?: string | null;
  /** The last build's list is not what it wrote. */
  isDamaged?: boolean;
  /** Of an asset that came with the publish. */
  assetProblems?: AssetProblem[];
  redirectProblems?: Problem[];
  strict?: boolean;
  countsProblems?: boolean;
}

let builds = 0;
function find(
  pages: ChangedPage[],
  {
    rows = ROWS,
    head = {},
    lastBuild = "build-1",
    isDamaged = false,
    assetProblems = [],
    redirectProblems = [OF_REDIRECTS],
    ...given
  }: Given = {},
) {
  const stateDir = join(folder.dir, String(builds++));
  mkdirSync(join(stateDir, "cache"), { recursive: true });
  const report = { buildId: lastBuild ?? "", cv: 1, stories: 2, redirects: 0, pages: 3 };
  if (lastBuild !== null)
    writeLastBuild(stateDir, "out", { key: "", report, missing: [], problemReport: problemReportOf(WRITTEN) });
  if (isDamaged)
    for (const list of fg.sync("cache/problems-*", { cwd: stateDir, absolute: true })) writeFileSync(list, "[]");
  const options = { strict: false, countsProblems: false, ...given, stateDir, out: "out" };
  const config = parseConfig({}, "sitegen.config.json");
  const store = storeOf(rows);
  const result = changedProblems({
    ...{ store, pages, context, pulled, options: { ...options, config }, assets: { problems: assetProblems } },
    ...{ head: { ...HEAD, ...head }, ofSite: { problems: [OF_SITE], redirectProblems } },
  });
  const { problemReport, rows: changed, beforePages } = result;
  return {
    get stories() {
      return problemReport.all().map(({ story }) => story);
    },
    first: problemReport.groups.flatMap((group) => group.first.map(({ story }) => story)),
    ...{ rows: changed, file: problemReport.file, beforePages },
  };
}
const REST = ["of the header", "of the pull", "of the redirects", "of the site"];

test("while the pages' problems are the same, the last build's list is used and no row is written", () => {
  for (const pages of [[], [page("/a/", [problem("a")]), page("/c/", [])]]) {
    for (const countsProblems of [false, true]) {
      const { stories, rows, file, beforePages } = find(pages, { countsProblems });
      expect([stories, rows, beforePages]).toEqual([["written by the last build"], [], HEAD.beforePages]);
      expect(file).toContain("problems-");
    }
  }
});

test("a list of another build, a missing one, other problems before the pages and --strict are not answered from it", () => {
  const built = ["a", "b", ...REST];
  expect(find([], { lastBuild: "build-0" }).stories).toEqual(built);
  expect(find([], { lastBuild: null }).stories).toEqual(built);
  expect(find([], { head: { beforePages: "other" } }).stories).toEqual(built);
  expect(() => find([], { strict: true })).toThrow(expect.objectContaining({ code: "BUILD_STRICT" }));
});

test("a publish that brings a missing asset, and one that removes it, change the list", () => {
  const missing = assetFailed("/f/1/hall.jpg", new Error("gone"));
  expect(find([], { assetProblems: [missing] }).stories).toEqual(["", "a", "b", ...REST]);
  const rows: Row[] = ROWS.map((row) => (row[0] === KEYS.assetProblems ? [KEYS.assetProblems, [missing]] : row));
  expect(find([], { rows, assetProblems: [missing] }).stories).toEqual(["written by the last build"]);
  expect(find([], { rows }).stories).toEqual(["a", "b", ...REST]);
});

test("a damaged list is built again, unless only the number of problems is asked for", () => {
  expect(find([], { isDamaged: true }).stories).toEqual(["a", "b", ...REST]);
  expect(find([], { isDamaged: true, countsProblems: true }).first).toEqual(["written by the last build"]);
});

test("a page's new problem is in the list and in the rows, and so is the page's path", () => {
  const { stories, rows } = find([page("/c/", [problem("c")])]);
  expect(stories).toEqual(["a", "b", "c", ...REST]);
  expect(rows).toEqual([
    [KEYS.problemsOf("/c/"), [problem("c")]],
    [KEYS.faulty, ["/a/", "/b/", "/c/"]],
  ]);
});

test("a path is in the list once, and no longer when its page has no problems", () => {
  const rows: Row[] = [...ROWS, [KEYS.faulty, ["/a/", "/b/", "/c/"]], [KEYS.problemsOf("/c/"), [problem("c")]]];
  const again = find([page("/c/", [problem("c again")])], { rows });
  expect(again.stories).toEqual(["a", "b", "c again", ...REST]);
  expect(again.rows).toContainEqual([KEYS.problemsOf("/c/"), [problem("c again")]]);
  expect(again.rows).toContainEqual([KEYS.faulty, ["/a/", "/b/", "/c/"]]);
  const others = [page("/a/", []), page("/d/", [problem("d")])];
  expect(find(others, { rows }).rows).toContainEqual([KEYS.faulty, ["/b/", "/c/", "/d/"]]);
});

test("a fixed page has no row any more, and its problems are gone from the list", () => {
  const { stories, rows } = find([page("/a/", [])]);
  expect(stories).toEqual(["b", ...REST]);
  expect(rows).toContainEqual([KEYS.problemsOf("/a/"), undefined]);
});

describe("a page that comes or goes", () => {
  const NONE: Route[] = [];
  const NO_STUBS = { written: [], gone: [] };
  const one: Route[] = [{ path: "/new/", lang: "en", uuid: "n", listing: null }];
  const rows: Row[] = [
    [KEYS.paths(0), ["/a/", "/b/", "/c/", "/gone/"]],
    [KEYS.numbered, 4],
    [KEYS.looseTo(pageFile("/new/")), [0, 1, 3]],
    [KEYS.looseTo("new"), [2]],
  ];
  const loose = new Map([
    ["/a/", [pageFile("/new/")]],
    ["/b/", [pageFile("/new/")]],
    ["/c/", ["new"]],
  ]);
  const stored = (path: string) => {
    const files = loose.get(path);
    return files && storedPage({ loose: files });
  };
  const find = (has: (file: string) => boolean, changedRoutes: ChangedSite["changedRoutes"]) => {
    const store = storeOf([...ROWS, ...rows]);
    const referring = referringPages(changedRoutes, NO_STUBS, store);
    const made = [{ path: "/b/", problems: [], loose: loose.get("/b/") ?? [] }];
    const now = problemsOfPages({ changedRoutes, page: stored }, made, { store, referring, has });
    return now.map(({ path, problems }) => [path, problems.map(({ message }) => message)]);
  };

  test("takes its problems with it, and the broken addresses of pages that name it, made or not", () => {
    const address = (path: string) => [`A link leads to ${path}, where the site has no page.`];
    expect(find((file) => file === pageFile("/new/"), { added: one, removed: NONE })).toEqual([
      ["/b/", []],
      ["/a/", []],
      ["/c/", []],
    ]);
    expect(find(() => false, { added: NONE, removed: one })).toEqual([
      ["/b/", address("/new/")],
      ["/a/", address("/new/")],
      ["/c/", address("/new")],
      ["/new/", []],
    ]);
  });

  test("needs a build of the whole site where more pages name it than are listed", () => {
    const store = storeOf([[KEYS.looseTo("new"), null]]);
    expect(() => referringPages({ added: one, removed: NONE }, NO_STUBS, store)).toThrow(FullBuildNeeded);
  });
});
