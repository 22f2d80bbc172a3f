import fc from "fast-check";
import { expect, test } from "vitest";
import { createSlowestPages } from "../../src/generate/render-routes.ts";

test("the five that took longest are told, longest first", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 30 }), (times) => {
      const slowest = createSlowestPages();
      for (const ms of times) slowest.add(`/${ms}/`, ms);
      const longest = [...times].sort((a, b) => b - a).slice(0, 5);
      expect(slowest.text()).toBe(longest.map((ms) => `/${ms}/ ${ms} ms`).join(", "));
    }),
  );
});
