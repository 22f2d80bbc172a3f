import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseTerrain } from "../../src/blocks/terrain/terrain-data.ts";

const FILE = resolve(import.meta.dirname, "../../templates/sample-space/assets/bearing/terrain.json");
const file = () => JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>;

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
