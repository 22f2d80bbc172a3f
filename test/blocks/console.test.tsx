/** The product console in the platform's hero. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DAYS,
  forecastOn,
  type Line,
  reportedOn,
  seriesOf,
  shareOfRange,
  stateOn,
} from "../../src/blocks/HeroPlatform/console-series.ts";
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
  notice_day: null,
  alert_day: null,
  alert_text: "",
  stop_day: null,
  stop_text: "",
  ...more,
});

/** Server and browser must agree to the digit. */
const FIRST_DAYS = ["0.3924", "0.3749", "0.3755"];

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
        expect(reportedOn(calm, series)).toBeNull();
        const ill = { ...calm, alert_day: day };
        const rising = seriesOf(ill);
        const first = reportedOn(ill, rising);
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

describe("a line whose model reports before the limit", () => {
  const told = line({ usual: 0.42, notice_day: 31, alert_day: 47, stop_day: 38 });
  const series = seriesOf(told);
  const states = series.map((_, index) => stateOn(told, series, index + 1));

  it("is reported from the notice until the stop, and never reaches its limit", () => {
    expect(states.indexOf("watch") + 1).toBe(31);
    expect(states.lastIndexOf("watch") + 1).toBe(37);
    expect(states).not.toContain("alert");
    expect(reportedOn(told, series)).toBe(31);
  });

  it("is higher on the day of the notice than on any day before, and usual again on the day of the stop", () => {
    const at = (day: number) => shareOfRange(told, series, day);
    expect(Math.max(...series.slice(0, 30))).toBeLessThan(series[30] ?? 0);
    expect(at(31)).toBeLessThan(0.5);
    expect(at(37)).toBeGreaterThan(0.5);
    expect(Math.abs(at(38))).toBeLessThan(0.15);
  });

  it("says in how many days the limit is reached, closer as it comes, and after the stop what was averted", () => {
    expect(forecastOn(told, 30)).toBeNull();
    expect(forecastOn(told, 31)).toEqual({ from: 31, days: 16, margin: 4, isAverted: false });
    expect(forecastOn(told, 37)).toEqual({ from: 37, days: 10, margin: 3, isAverted: false });
    expect(forecastOn(told, 60)).toEqual({ from: 37, days: 10, margin: 3, isAverted: true });
  });

  it("has one history, whatever its name is in the language", () => {
    expect(seriesOf({ ...told, name: "Getriebe B", _uid: "other" })).toEqual(series);
  });

  it("tells the difference in one sentence, and shows the stop on the scale", () => {
    const html = renderBlock(sample("HeroPlatform", { lines: [{ ...told, alert_text: "outer ring" }] }));
    expect(textOf(html)).toMatch(/Without \w+: limit reached on day\s47\. With \w+: reported on day\s31\./);
    expect(textOf(html)).toContain("limit in 16 days ± 4");
    expect(html).toMatch(/class="console__mark"[^>]*>planned stop</);
  });
});

describe("the platform's hero with lines", () => {
  const lines = [
    line({ alert_day: 40, alert_text: "outer ring" }),
    line({ _uid: "b", name: "Spindle 4", unit: "mm/s" }),
  ];
  const html = renderBlock(sample("HeroPlatform", { lines }));

  it("shows the day of an alert with its line in large, the event, and a scale of 90 days", () => {
    expect(textOf(html)).toMatch(/Gearbox B Test bench 2 1\.\d\d g above limit Spindle 4/);
    expect(textOf(html)).toContain("Gearbox B outer ring");
    expect(html).toMatch(/<input[^>]*type="range"[^>]*max="90"/);
    expect(html).toMatch(/aria-valuetext="Day \d+ of 90"/);
  });

  it("needs neither picture nor animation, and draws neither", () => {
    expect(html).not.toContain("data-lottie");
    expect(renderBlock(sample("HeroPlatform", { lines, image: null, animation: null }))).toContain("console");
  });
});
