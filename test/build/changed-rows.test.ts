/** The rows of the store that a publish of a few stories replaces. */
import { expect, test } from "vitest";
import type { ChangedPage } from "../../src/build/changes/changed-pages.ts";
import { newDependentRows, pageRowsOf } from "../../src/build/changes/changed-rows.ts";
import type { ChangedSite } from "../../src/build/changes/changed-stories.ts";
import { selectionKey } from "../../src/build/changes/list-queries.ts";
import { pageFile, payloadFile } from "../../src/build/page-files.ts";
import type { Dependency } from "../../src/incremental/dependency-kinds.ts";
import { KEYS, type Row, type StoredPage } from "../../src/incremental/store/rows.ts";
import { definition } from "../helpers/definition.ts";
import { storedPage, storeOf } from "./changes-fixture.ts";

const page = (path: string, before: Partial<StoredPage>, dependencies: Dependency[] = []): ChangedPage => ({
  ...{ path, before: storedPage(before), html: null, dependencies, problems: [], loose: ["/x.pdf"] },
  blocks: [],
});
const file = (hash: string) => ({ hash, size: 2, mtimeMs: 3 });

const STORED: Row[] = [
  [KEYS.numbered, 4],
  [KEYS.looseTo("/x.pdf"), [0]],
];
const NO_CHANGE = { changedRoutes: { added: [], removed: [] } };

function rowsOf(
  pages: ChangedPage[],
  files: Record<string, string>,
  removed: string[],
  { stored = [], changed = NO_CHANGE }: { stored?: Row[]; changed?: Pick<ChangedSite, "changedRoutes"> } = {},
) {
  const written = new Map(Object.entries(files).map(([path, hash]) => [path, file(hash)]));
  const result = { buildId: "b", builds: ["b"], recordOf: "b", files: written, removed };
  return [...pageRowsOf({ store: storeOf([...STORED, ...stored]), changed, rules: definition, pages, result })];
}

test("a page's row has its new files, or the old ones where they were not written", () => {
  const pages = [page("/a/", {}), page("/b/", {})];
  const rows = rowsOf(pages, { [pageFile("/a/")]: "new html", [payloadFile("/a/")]: "new payload" }, []);
  expect(rows).toEqual([
    [KEYS.page("/a/"), storedPage({ html: ["new html", 2, 3], payload: ["new payload", 2, 3], loose: ["/x.pdf"] })],
    [KEYS.page("/b/"), storedPage({ loose: ["/x.pdf"] })],
    [KEYS.newOthers, []],
  ]);
});

test("files of no page have rows of their own; new paths are added, removed ones are gone", () => {
  const rows = rowsOf([page("/a/", {})], { [pageFile("/a/")]: "html", "feed.xml": "feed" }, ["old.json"], {
    stored: [[KEYS.newOthers, ["old.json", "kept.json"]]],
  });
  expect(rows.slice(1)).toEqual([
    [KEYS.file("feed.xml"), ["feed", 2, 3]],
    [KEYS.file("old.json"), undefined],
    [KEYS.newOthers, ["kept.json", "feed.xml"]],
  ]);
});

test("a new page gets a row and the next number, a removed one loses its row, and its files have none", () => {
  const route = (path: string) => ({ path, lang: "en", uuid: path, listing: null });
  const changed = { changedRoutes: { added: [route("/new/")], removed: [route("/gone/")] } };
  const stored: Row[] = [
    [KEYS.numbered, 5],
    [KEYS.paths(0), ["/a/", "/b/", "/c/", "/d/", "/e/"]],
  ];
  const rows = rowsOf(
    [page("/new/", { number: 5 })],
    { [pageFile("/new/")]: "html", [payloadFile("/new/")]: "payload" },
    [pageFile("/gone/"), payloadFile("/gone/")],
    { stored, changed },
  );
  expect(rows).toEqual([
    [
      KEYS.page("/new/"),
      storedPage({ number: 5, html: ["html", 2, 3], payload: ["payload", 2, 3], loose: ["/x.pdf"] }),
    ],
    [KEYS.page("/gone/"), undefined],
    [KEYS.paths(0), ["/a/", "/b/", "/c/", "/d/", "/e/", "/new/"]],
    [KEYS.numbered, 6],
    [KEYS.newOthers, []],
    [KEYS.looseTo("/x.pdf"), [0, 5]],
  ]);
});

test("a page is added to the dependencies and files that are new for it; those with too many pages stay unlisted", () => {
  const stored: Row[] = [
    [KEYS.users("en", "card:known"), [1, 2]],
    [KEYS.users("en", "card:of others"), [2]],
    [KEYS.users("en", "card:many"), null],
    [KEYS.looseTo("/x.pdf"), [4, 3]],
  ];
  const dependencies: Dependency[] = ["card:known", "card:of others", "card:many", "card:first"];
  const pages = [page("/a/", { number: 1 }, dependencies), page("/b/", { number: 3 }, ["card:first"])];
  expect([...newDependentRows(storeOf(stored), pages)]).toEqual([
    [KEYS.users("en", "card:of others"), [2, 1]],
    [KEYS.users("en", "card:first"), [1, 3]],
    [KEYS.looseTo("/x.pdf"), [4, 3, 1]],
  ]);
});

test("a list that no page had asked is filed by its folder, and by its places where it is from the middle", () => {
  const query = { type: "Insights", startsWith: "insights/a/" };
  const selection = selectionKey(query);
  const asked = (of: object): Dependency => `latest:${JSON.stringify({ ...query, ...of })}`;
  const [known, other, window] = [asked({ limit: 2 }), asked({ limit: 3 }), asked({ offset: 99, limit: 2 })];
  const stored: Row[] = [
    [KEYS.users("en", known), [1]],
    [KEYS.listed("en", "Insights", "insights/a/"), [[selection, [known]]]],
  ];
  const pages = [page("/a/", { number: 1 }, [known, other, window, "card:t"]), page("/b/", { number: 2 }, [other])];
  expect(rowsOf(pages, {}, [], { stored }).slice(-3)).toEqual([
    [KEYS.listed("en", "Insights", "insights/a/"), [[selection, [known, other]]]],
    [KEYS.windows("en", selection, 0), [window]],
    [KEYS.windows("en", selection, 1), [window]],
  ]);
});
