/** `SITEGEN_RUNS` reaches every property: those that say how often they are tried, and those that do not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { propertyRuns } from "../helpers/property-runs.ts";

const TESTS = join(import.meta.dirname, "..");

test("each numRuns goes through propertyRuns", () => {
  const given = fg.sync("**/*.{ts,tsx}", { cwd: TESTS }).flatMap((file) => {
    const runs = readFileSync(join(TESTS, file), "utf8").matchAll(/\bnumRuns: (\w+)/g);
    return [...runs].map(([, value]) => ({ file, value }));
  });
  expect(given.length).toBeGreaterThan(20);
  expect(given.filter(({ value }) => value !== "propertyRuns")).toEqual([]);
});

test("a property that names no number is tried as often", () => {
  let tried = 0;
  fc.assert(
    fc.property(fc.nat(), () => {
      tried += 1;
    }),
  );
  expect(tried).toBe(propertyRuns(100));
});
