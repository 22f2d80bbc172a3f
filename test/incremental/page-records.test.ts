/** What `sitegen why` knows after publishes of a few stories. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPageRecords, recordPartialBuild } from "../../src/incremental/page-records.ts";
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
