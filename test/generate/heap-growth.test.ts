/** How far heaps may grow while pages are rendered: to a common budget while they are small, by 30 % beyond it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { adaptHeapGrowth, growthPercent } from "../../src/generate/limit-heap-growth.ts";

const MB = 1024 * 1024;
const BUDGET = 150 * MB;

test("all heaps together fill the budget while they are small, and grow by 30 % beyond it", () => {
  const heap = fc.integer({ min: 1, max: 4000 * MB });
  const threads = fc.integer({ min: 1, max: 64 });
  fc.assert(
    fc.property(heap, threads, (live, count) => {
      const all = live * (1 + (count - 1) / 2);
      const grown = all * (1 + growthPercent(live, count) / 100);
      expect(grown).toBeLessThanOrEqual(Math.max(BUDGET, all * 1.3) + all / 100);
      if (all * 5 > BUDGET) expect(grown).toBeGreaterThanOrEqual(Math.max(BUDGET, all * 1.3) - all / 100);
    }),
  );
});

test("a small heap may grow to five times its size, a large one by 30 %, less with more threads", () => {
  expect([10, 37.5, 75, 1000].map((live) => growthPercent(live * MB, 1))).toEqual([400, 300, 100, 30]);
  expect([1, 2, 3, 9].map((threads) => growthPercent(37.5 * MB, threads))).toEqual([300, 167, 100, 30]);
});

test("the limit follows what each collection leaves, and is the least again at the end", () => {
  const set: number[] = [];
  let used = 37.5 * MB;
  const growth = adaptHeapGrowth(1, { used: () => used, set: (percent) => set.push(percent) });
  // It grows, is collected, grows again, is collected again.
  for (const size of [80, 140, 75, 110, 150, 120]) {
    used = size * MB;
    growth.adapt();
  }
  growth.end();
  expect(set).toEqual([300, 100, 30, 30]);
});
