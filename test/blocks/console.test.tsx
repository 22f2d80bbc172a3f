/** The product console in the platform's hero. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alertFrom, DAYS, type Line, seriesOf, stateOn } from "../../src/blocks/HeroPlatform/console-series.ts";
import { renderBlock, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const line = (more: Partial<Line> = {}): Line => ({
  component: "ConsoleLine",
  _uid: "a",
  name: "Gearbox B",
  place: "Test bench 2",
  measure: "Envelope",
  unit: "g",
  usual: 0.4,
  limit: 1.2,
  decimals: 2,
  alert_day: null,
  alert_text: "",
  ...more,
});

/** Server and browser must agree to the digit. */
const FIRST_DAYS = ["0.4800", "0.4844", "0.4441"];

describe("the values of a line", () => {
  it("stay below its limit where it has no alert, reach it by the day of its alert, and fall when it is repaired", () => {
    const limits = fc.record({
      usual: fc.double({ min: 0.1, max: 500, noNaN: true }),
      factor: fc.double({ min: 1.2, max: 5, noNaN: true }),
      name: fc.string({ minLength: 1, maxLength: 12 }),
      day: fc.integer({ min: 26, max: 84 }),
    });
    fc.assert(
      fc.property(limits, ({ usual, factor, name, day }) => {
        const calm = line({ usual, limit: usual * factor, name });
        const series = seriesOf(calm);
        expect(series).toHaveLength(DAYS);
        expect(alertFrom(calm, series)).toBeNull();
        const ill = { ...calm, alert_day: day };
        const rising = seriesOf(ill);
        const first = alertFrom(ill, rising);
        expect(first).toBeGreaterThan(day - 10);
        expect(first).toBeLessThanOrEqual(day + 1);
        expect(stateOn(ill, rising, day + 4)).toBe("fine");
      }),
    );
  });

  it("are the same wherever they are computed", () => {
    expect(
      seriesOf(line())
        .slice(0, 3)
        .map((value) => value.toFixed(4)),
    ).toEqual(FIRST_DAYS);
  });
});

describe("the platform's hero with lines", () => {
  const lines = [
    line({ alert_day: 40, alert_text: "outer ring" }),
    line({ _uid: "b", name: "Spindle 4", unit: "mm/s" }),
  ];
  const html = renderBlock(sample("HeroPlatform", { lines }));

  it("shows the day of an alert with its line in large, the event, and a scale of 90 days", () => {
    expect(textOf(html)).toMatch(/Gearbox B Test bench 2 1\.\d\d g alert Spindle 4/);
    expect(textOf(html)).toContain("Gearbox B outer ring");
    expect(html).toMatch(/<input[^>]*type="range"[^>]*max="90"/);
    expect(html).toMatch(/aria-valuetext="Day \d+ of 90"/);
  });

  it("needs neither picture nor animation, and draws neither", () => {
    expect(html).not.toContain("data-lottie");
    expect(renderBlock(sample("HeroPlatform", { lines, image: null, animation: null }))).toContain("console");
  });
});
