import { expect, test } from "vitest";
import { learnCacheWindow } from "../../src/fetch/sync/pull-state.ts";

test.each([
  ["the longest window that fits", null, { version: 3_600 * 5 + 40, cv: 3_600 * 5 }, 3_600],
  ["a shorter one as soon as a cv shows it", 3_600, { version: 3_600 * 5 + 130, cv: 3_600 * 5 + 120 }, 120],
  ["the known one if it still fits", 600, { version: 7_200 + 20, cv: 7_200 }, 600],
  ["the known one where both agree by chance", 600, { version: 7_200, cv: 7_200 }, 600],
  ["none where both agree", null, { version: 7_200, cv: 7_200 }, null],
  ["none any more where they agree beside it", 600, { version: 7_201, cv: 7_201 }, null],
  ["none for a cv that lags otherwise", null, { version: 1_000_037, cv: 1_000_007 }, null],
  ["none for a cv on another scale", null, { version: 200, cv: 900_000 }, null],
])("%s is believed", (_, known, versions, expected) => {
  expect(learnCacheWindow(known, versions)).toBe(expected);
});
