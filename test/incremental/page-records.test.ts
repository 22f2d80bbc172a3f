/** What `sitegen why` knows after publishes of a few stories. */
import { mkdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { recordPartialBuild } from "../../src/incremental/later-publishes.ts";
import { readPageRecords } from "../../src/incremental/page-records.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("a page that a publish added has a record until another removes it, and is counted from its last render", () => {
  mkdirSync(join(folder.dir, "cache"), { recursive: true });
  const added = { payload: "payload", blocks: ["Intro"], styles: ["_assets/a.css"] };
  const page = { dependencies: ["link:a"], html: "html", loose: [] };
  const find = () => readPageRecords(folder.dir).pages.get("/new/");
  recordPartialBuild(folder.dir, { "/new/": { ...page, reason: "new", added } });
  expect(find()).toMatchObject({ ...page, ...added, reason: "new", build: 1 });
  recordPartialBuild(folder.dir, { "/new/": { ...page, reason: "story", html: "later" } });
  expect(find()).toMatchObject({ ...added, reason: "story", html: "later", build: 2 });
  recordPartialBuild(folder.dir, {}, ["/new/"]);
  expect(find()).toBeUndefined();
  recordPartialBuild(folder.dir, { "/new/": { ...page, reason: "new", added } });
  expect([find()?.reason, readPageRecords(folder.dir).build]).toEqual(["new", 4]);
});

test("many publishes become one line with the same records; a line that was cut off is left out alone", () => {
  const dir = join(folder.dir, "many");
  const file = join(dir, "cache/pages-later.ndjson");
  mkdirSync(join(dir, "cache"), { recursive: true });
  const added = { payload: "payload", blocks: [], styles: [] };
  const long = ["x".repeat(50_000)];
  const page = (html: string) => ({ dependencies: [], html, loose: long, reason: "story" as const });
  let largest = 0;
  for (let publish = 0; publish < 100; publish += 1) {
    const own = { ...page(String(publish)), added: publish < 10 ? added : undefined };
    recordPartialBuild(dir, { [`/${publish % 10}/`]: own }, publish === 95 ? ["/1/"] : []);
    largest = Math.max(largest, statSync(file).size);
  }
  const all = readPageRecords(dir);
  expect([all.build, all.pages.size, all.pages.get("/9/")]).toMatchObject([100, 9, { html: "99", build: 100 }]);
  expect(largest).toBeLessThan(2_200_000);
  recordPartialBuild(dir, { "/2/": page("cut off") });
  truncateSync(file, statSync(file).size - 1);
  recordPartialBuild(dir, { "/3/": page("whole") });
  const { pages } = readPageRecords(dir);
  expect([pages.get("/2/")?.html, pages.get("/3/")?.html]).toEqual(["92", "whole"]);
});
