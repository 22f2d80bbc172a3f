import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelPlaces } from "../../src/client/terrain/draw-terrain.ts";
import { parseTerrain } from "../../src/client/terrain/terrain-data.ts";

const FILE = resolve(import.meta.dirname, "../../templates/sample-space/assets/bearing/terrain.json");
const file = () => JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>;

describe("the names of a terrain's weeks", () => {
  it("never touch, however small the screen and however many words stand below", () => {
    const terrain = parseTerrain(file(), "de");
    fc.assert(
      fc.property(
        fc.integer({ min: 280, max: 2560 }),
        fc.integer({ min: 320, max: 1600 }),
        fc.double({ min: 0.25, max: 0.5, noNaN: true }),
        (width, height, near) => {
          const places = labelPlaces({ terrain, size: { width, height, scale: 2 }, near });
          const baselines = places.map(({ baseline }) => baseline);
          const size = width < 640 ? 11 : 13;
          for (const [index, one] of baselines.entries())
            expect((baselines[index - 1] ?? Number.POSITIVE_INFINITY) - one).toBeGreaterThanOrEqual(size * 1.2);
          expect(places).toHaveLength(terrain.labels.length);
        },
      ),
    );
  });
});

describe("a terrain's file", () => {
  it("gives levels from 0 to 1, a label for every week, and a ridge that grows", () => {
    const terrain = parseTerrain(file(), "de");
    expect(terrain.labels).toHaveLength(terrain.rows / terrain.rowsPerWeek);
    expect(terrain.labels[0]).toBe("Woche 1");
    const middle = Math.round((terrain.ridge[0] + terrain.ridge[1]) / 2);
    const early = terrain.level(0, middle);
    const late = terrain.level(terrain.rows - terrain.rowsPerWeek, middle);
    for (const level of [early, late]) expect(level).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(1);
    expect(late).toBeGreaterThan(early + 0.3);
  });

  it("speaks English where it has no words of the page's language", () => {
    expect(parseTerrain(file(), "fr").labels[0]).toBe("Week 1");
  });

  it.each([
    ["nothing", null],
    ["another file", { rows: 2, bins: 2 }],
    ["too few levels", { ...file(), data: "AAAA" }],
  ])("is refused when it is %s", (_, value) => {
    expect(() => parseTerrain(value, "en")).toThrow();
  });
});
