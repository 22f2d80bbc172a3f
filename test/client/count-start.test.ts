import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countStart } from "../../src/client/motion/count-start.ts";

const digits = (value: number) => Math.trunc(Math.abs(value)).toString().length;

describe("counting begins", () => {
  it.each([
    [61, 0, 48.8],
    [4800, 0, 3840],
    [11, 0, 10],
    [1000, 0, 1000],
    [0.4, 1, 0.32],
    [-34, 0, -27.2],
    [0, 0, 0],
  ])("of %d with %d decimals at %d", (number, decimals, start) => {
    expect(countStart(number, decimals)).toBeCloseTo(start);
  });

  it("near the number, on its side of zero and with as many digits", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 3 }),
        (number, decimals) => {
          const start = countStart(number, decimals);
          expect(Math.abs(start)).toBeLessThanOrEqual(Math.abs(number));
          expect(Math.abs(start)).toBeGreaterThanOrEqual(Math.abs(number) * 0.8);
          if (start !== 0) expect(Math.sign(start)).toBe(Math.sign(number));
          if (Math.abs(number) >= 1) expect(digits(start)).toBe(digits(number));
        },
      ),
    );
  });
});
