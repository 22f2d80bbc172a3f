/** What publishes have appended is made part of the store's other rows, and says the same as before. */
import { expect, test } from "vitest";
import { mergeIfFull } from "../../src/build/changes/merge-store.ts";
import { numberedPages, pathRows } from "../../src/build/changes/stored-paths.ts";
import { KEYS } from "../../src/incremental/store/rows.ts";
import type { Row } from "../../src/row-table.ts";
import { storeOf } from "./changes-fixture.ts";

/** A store whose appended rows are many. */
function fullStore(rows: Row[]) {
  let merges = 0;
  const merge = () => {
    merges += 1;
  };
  const store = { ...storeOf(rows), isFull: () => true, merge };
  return { store, merges: () => merges };
}

const paths = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `/page-${from + n}/`);

test.each([0, 1, 49, 50, 51, 120])(
  "after %i pages, new ones keep their numbers and are in no list of their own",
  (known) => {
    const added = paths(known, known + 60);
    const rows: Row[] = [...pathRows(KEYS.paths, paths(0, known)), [KEYS.numbered, known], [KEYS.newPages, added]];
    const { store, merges } = fullStore(rows);
    mergeIfFull(store);
    const { count, pathOf } = numberedPages(store);
    expect(count).toBe(known + 60);
    expect(Array.from({ length: count }, (_, number) => pathOf(number))).toEqual(paths(0, count));
    expect([store.get(KEYS.newPages), merges()]).toEqual([undefined, 1]);
  },
);

test("pages with problems are in one list, without those that have none any more", () => {
  const problems = ["/a/", "/c/", "/d/"].map((path): Row => [KEYS.problemsOf(path), ["one"]]);
  const { store } = fullStore([
    [KEYS.numbered, 0],
    [KEYS.faulty, ["/a/", "/b/", "/c/"]],
    [KEYS.newFaulty, ["/d/", "/e/"]],
    ...problems,
  ]);
  mergeIfFull(store);
  expect([store.get(KEYS.faulty), store.get(KEYS.newFaulty)]).toEqual([["/a/", "/c/", "/d/"], undefined]);
});

test("while there are few appended rows, nothing is done", () => {
  const { store, merges } = fullStore([]);
  mergeIfFull({ ...store, isFull: () => false });
  expect(merges()).toBe(0);
});
