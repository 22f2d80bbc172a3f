/** What a build stores of its pages, and what the next one makes of it. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Moves } from "../../src/incremental/moves.ts";
import { type CommonInputs, openPageGraph } from "../../src/incremental/page-graph.ts";
import type { PageRecord } from "../../src/incremental/page-record.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  values.clear();
});
afterEach(() => folder.remove());

const file = () => join(folder.dir, "cache/pages.state");
const open = (more: { ignore?: boolean; onDamaged?: (file: string) => void } = {}) =>
  openPageGraph({ stateDir: folder.dir, ...more });

/** What dependencies are worth now, by language and dependency; "" if nothing is said. */
const values = new Map<string, string>();
const fingerprints = {
  of: (lang: string, dependency: string) => values.get(`${lang} ${dependency}`) ?? "",
  parts: (_: string, dependency: string) => (dependency.startsWith("latest:") ? ["card:x", "card:y"] : []),
};
const COMMON: CommonInputs = { basis: "code", shared: { en: "s", de: "s" }, inPayloads: { en: "w", de: "w" } };
const INPUTS = { rules: "rules", snapshot: "one", buildId: "b1", facts: {}, missing: [] };

const record = (more: Partial<PageRecord> = {}) => ({
  ...{ own: "own", reason: "new" as const, html: "html", payload: "payload", problems: [] },
  ...{ blocks: ["Intro"], styles: ["_assets/a.css"], loose: [], ...more },
});

type Page = readonly [path: string, dependencies: readonly string[], record?: Partial<PageRecord>];

/** A build that renders these pages and removes others. */
function build(pages: readonly Page[], removed: readonly string[] = [], inputs: Partial<typeof INPUTS> = {}) {
  const graph = open();
  const compared = graph.compare(COMMON, fingerprints);
  for (const [path, dependencies, more] of pages) compared.set({ path, lang: "en" }, dependencies, record(more));
  for (const path of removed) compared.remove(path);
  compared.save({ ...INPUTS, ...inputs });
}

const changeOf = (path: string, more: Partial<CommonInputs> = {}, own = "own", lang = "en") =>
  open()
    .compare({ ...COMMON, ...more }, fingerprints)
    .changeOf({ path, lang, own });

test("a page is read as it was saved, with the number of the build that rendered it", () => {
  const odd = {
    problems: [{ severity: "error", code: "RENDER_FAILED", message: 'ü\n"', story: "", path: "", hint: "" }],
  } as const;
  build([["/a/", ["link:x", "asset:ü"], { ...odd, loose: ["old"] }]]);
  build([["/b/", ["link:x"], { reason: "story", blocks: [] }]]);
  build([], [], { snapshot: "two" });
  const graph = open();
  expect(graph.get("/a/")).toEqual({ ...record({ ...odd, loose: ["old"] }), build: 1 });
  expect(graph.get("/b/")).toEqual({ ...record({ reason: "story", blocks: [] }), build: 2 });
  expect(graph.dependenciesOf("/a/")).toEqual(["link:x", "asset:ü"]);
  expect(graph.inputs).toMatchObject({ ...INPUTS, snapshot: "two", basis: "code" });
  // A build that rendered nothing is none.
  expect(graph.build).toBe(2);
});

test("what a build ignored is gone once it has stored its own pages", () => {
  build([
    ["/a/", ["link:x", "link:y"]],
    ["/b/", ["link:z"]],
  ]);
  const compared = open({ ignore: true }).compare(COMMON, fingerprints);
  compared.set({ path: "/b/", lang: "en" }, ["link:z"], record({ blocks: ["Other"] }));
  compared.save(INPUTS);
  const graph = open();
  expect(graph.paths().map((path) => [path, graph.get(path)?.blocks])).toEqual([["/b/", ["Other"]]]);
  expect(graph.dependenciesOf("/b/")).toEqual(["link:z"]);
});

test("a page changes with what it was made from, and for the first of several reasons that concern most", () => {
  values.set("en link:x", "1");
  build([["/a/", ["link:x"]]]);
  expect(changeOf("/new/")).toBe("new");
  expect(changeOf("/a/")).toBeNull();
  expect(changeOf("/a/", { shared: { en: "t", de: "s" } })).toBe("shared");
  expect(changeOf("/a/", { inPayloads: { en: "v", de: "w" } })).toBe("shared");
  expect(changeOf("/a/", { shared: { en: "s", de: "t" } })).toBeNull();
  values.set("en link:x", "2");
  expect(changeOf("/a/")).toBe("site");
  expect(changeOf("/a/", {}, "other")).toBe("story");
  expect(changeOf("/a/", { shared: { en: "t", de: "s" } }, "other")).toBe("shared");
  expect(changeOf("/a/", { basis: "other" }, "other")).toBe("code");
  expect(open({ ignore: true }).compare(COMMON, fingerprints).changeOf({ path: "/a/", lang: "en", own: "own" })).toBe(
    "new",
  );
});

test("a payload stays as long as only what all pages share is another", () => {
  build([["/a/", ["link:x"]]]);
  const keeps = (more: Partial<CommonInputs>, own = "own") =>
    open()
      .compare({ ...COMMON, ...more }, fingerprints)
      .keepsPayload({ path: "/a/", lang: "en", own });
  const shared = { shared: { en: "t", de: "s" } };
  expect(keeps(shared)).toBe(true);
  expect(keeps({ ...shared, inPayloads: { en: "v", de: "w" } })).toBe(false);
  expect(keeps({ ...shared, basis: "other" })).toBe(false);
  expect(keeps(shared, "other")).toBe(false);
  values.set("en link:x", "2");
  expect(keeps(shared)).toBe(false);
});

test("other words in the markup leave the payload as it is; other words in the payload do not", () => {
  build([["/a/", ["link:x", "word:word home", "shown:word bye"]]]);
  const now = () => open().compare(COMMON, fingerprints);
  const page = { path: "/a/", lang: "en", own: "own" };
  values.set("en shown:word bye", "2");
  expect([now().changeOf(page), now().keepsPayload(page)]).toEqual(["words", true]);
  expect(changeOf("/a/", {}, "other")).toBe("story");
  values.set("en word:word home", "2");
  expect([now().changeOf(page), now().keepsPayload(page)]).toEqual(["site", false]);
});

test("moves find the pages with a dependency that they concern and whose value is another", () => {
  const none: Moves = {
    ...{ stories: new Set(), elsewhere: new Set(), types: new Set(), named: new Set(), live: new Set() },
    ...{
      datasources: new Set(),
      assets: false,
      home: false,
      fields: new Map(),
      contents: new Set(),
      sources: new Map(),
    },
  };
  build([
    ["/a/", ["link:x", "name:/x/"]],
    ["/b/", ["link:y"]],
    ["/c/", ["link:x"]],
    ["/d/", ['counts:[{"type":"Post"}]']],
  ]);
  const graph = open();
  const moved = (moves: Partial<Moves>) =>
    [...graph.compare(COMMON, fingerprints).pagesMovedBy({ en: { ...none, ...moves } })].sort();
  expect(moved({ stories: new Set(["x"]) })).toEqual([]);
  values.set("en link:x", "2");
  values.set("en link:y", "2");
  expect(moved({ stories: new Set(["x"]) })).toEqual(["/a/", "/c/"]);
  expect(moved({ stories: new Set(["y", "z"]) })).toEqual(["/b/"]);
  expect(moved({ named: new Set(["/x/"]) })).toEqual([]);
  expect(moved({})).toEqual([]);
  // A story's tags or folder may be another while its fields stay.
  values.set('en counts:[{"type":"Post"}]', "2");
  expect(moved({ types: new Set(["Post"]) })).toEqual(["/d/"]);
});

test("a list's members are dependencies of their own", () => {
  build([["/a/", ["latest:q"]]]);
  expect(open().dependenciesOf("/a/")).toEqual(["latest:q", "card:x", "card:y"]);
  values.set("en card:y", "2");
  expect(changeOf("/a/")).toBe("site");
});

test("a value that is another while no page with it was rendered is what the next build compares with", () => {
  values.set("en link:x", "1");
  build([["/a/", ["link:x"]]]);
  values.set("en link:x", "2");
  // Its page came out as it was, with the same dependencies.
  const compared = open().compare(COMMON, fingerprints);
  expect(compared.changeOf({ path: "/a/", lang: "en", own: "own" })).toBe("site");
  compared.set({ path: "/a/", lang: "en" }, ["link:x"], record({ reason: "site" }));
  compared.save(INPUTS);
  expect(changeOf("/a/")).toBeNull();
  expect(open().dependenciesOf("/a/")).toEqual(["link:x"]);
});

test("a page that failed keeps its record, and the next build renders it again", () => {
  build([["/a/", ["link:x"], { styles: ["_assets/kept.css"] }]]);
  const compared = open().compare(COMMON, fingerprints);
  compared.fail("/a/");
  compared.fail("/never-there/");
  compared.save(INPUTS);
  expect(open().get("/a/")).toMatchObject({ html: "html", styles: ["_assets/kept.css"] });
  expect(open().get("/never-there/")).toBeUndefined();
  expect(changeOf("/a/")).toBe("story");
  build([["/a/", ["link:x"]]]);
  expect(changeOf("/a/")).toBeNull();
});

test("a page that is gone is unknown, and may come again", () => {
  build([
    ["/a/", ["link:x"]],
    ["/b/", []],
    ["/c/", []],
    ["/d/", []],
  ]);
  build([], ["/a/", "/never-there/"]);
  expect(open().get("/a/")).toBeUndefined();
  expect(changeOf("/a/")).toBe("new");
  build([["/a/", ["link:y"]]]);
  expect(open().dependenciesOf("/a/")).toEqual(["link:y"]);
});

test("what else was made is stored with the pages: changed, kept and removed", () => {
  const problem = { severity: "warning", code: "RENDER_FAILED", message: "m", story: "", path: "", hint: "" } as const;
  const save = (change: (made: ReturnType<typeof open>["made"]) => void) => {
    const graph = open();
    change(graph.made);
    graph.compare(COMMON, fingerprints).save(INPUTS);
    return [...open().made];
  };
  build([["/a/", []]]);
  const one = { files: ["robots.txt"], problems: [problem] };
  expect(save((made) => made.set("robots ", one))).toEqual([["robots ", one]]);
  expect(save(() => undefined)).toEqual([["robots ", one]]);
  const two = { files: ["robots.txt", "more.txt"], problems: [] };
  expect(save((made) => made.set("robots ", two))).toEqual([["robots ", two]]);
  expect(save((made) => made.delete("robots "))).toEqual([]);
});

test("after many builds the file is as small as one of a first build, with the same pages, values and outputs", () => {
  const pages = (text: string): Page[] =>
    Array.from({ length: 40 }, (_, n) => [`/p/${n}/`, [`link:${n}`, `total:${text}-${n}`, "link:shared"]]);
  const saved = () => {
    const graph = open();
    return graph
      .paths()
      .map((path) => [path, { ...graph.get(path), build: 0 }, graph.dependenciesOf(path)])
      .sort();
  };
  values.set("en link:shared", "1");
  build(pages("0"));
  const first = statSync(file()).size;
  let largest = 0;
  for (let n = 1; n <= 300; n += 1) {
    build([[`/p/${n % 40}/`, [`link:${n % 40}`, `total:${n}-x`, "link:shared"]]]);
    largest = Math.max(largest, statSync(file()).size);
  }
  expect(largest).toBeLessThan(first * 4);
  build(pages("1"));
  const graph = open();
  graph.made.set("robots ", { files: ["robots.txt"], problems: [] });
  const compared = graph.compare(COMMON, fingerprints);
  for (const [path, dependencies] of pages("2")) compared.set({ path, lang: "en" }, dependencies, record());
  compared.save(INPUTS);
  const renumbered = saved();
  expect([...open().made.keys()]).toEqual(["robots "]);
  expect(changeOf("/p/7/")).toBeNull();
  values.set("en link:7", "2");
  expect([changeOf("/p/7/"), changeOf("/p/8/")]).toEqual(["site", null]);
  // What the next builds append fits what was numbered anew.
  build([["/p/8/", ["link:7", "total:new"]]]);
  expect(open().dependenciesOf("/p/8/")).toEqual(["link:7", "total:new"]);
  expect(saved().filter(([path]) => path !== "/p/8/")).toEqual(renumbered.filter(([path]) => path !== "/p/8/"));
  expect(changeOf("/p/9/")).toBeNull();
});

test("damage is told, and every page is new", () => {
  build([["/a/", []]]);
  const text = readFileSync(file(), "utf8");
  writeFileSync(file(), text.replace("/a/", "/b/"));
  const damaged: string[] = [];
  const graph = open({ onDamaged: (one) => damaged.push(one) });
  expect([damaged, graph.paths(), graph.build]).toEqual([[file()], [], 0]);
});

test("problems are those of the last build as long as no page has others", () => {
  const problem = { severity: "error", code: "RENDER_FAILED", message: "ü", story: "", path: "", hint: "" } as const;
  build([
    ["/a/", [], { problems: [problem] }],
    ["/b/", []],
  ]);
  const keeps = (path: string, problems: PageRecord["problems"]) => {
    const graph = open();
    expect(graph.keepsProblems()).toBe(true);
    graph.compare(COMMON, fingerprints).set({ path, lang: "en" }, [], record({ problems }));
    return graph.keepsProblems();
  };
  expect(keeps("/a/", [problem])).toBe(true);
  expect(keeps("/a/", [])).toBe(false);
  expect(keeps("/a/", [{ ...problem, message: "ö" }])).toBe(false);
  expect(keeps("/b/", [])).toBe(true);
  expect(keeps("/b/", [problem])).toBe(false);
  expect(keeps("/new/", [])).toBe(true);
});
