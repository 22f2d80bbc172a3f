import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createPainter, labelPlaces } from "../../src/blocks/terrain/draw-terrain.ts";
import { parseTerrain } from "../../src/blocks/terrain/terrain-data.ts";

const FILE = resolve(import.meta.dirname, "../../templates/sample-space/assets/bearing/terrain.json");
const terrain = parseTerrain(JSON.parse(readFileSync(FILE, "utf8")), "en");
const size = { width: 390, height: 844, scale: 1 };

afterEach(() => vi.unstubAllGlobals());

/** A canvas that counts the calls to its context: a row is one `fill`, the sky one `fillRect`. */
function fakeCanvas(width = size.width, height = size.height) {
  const calls: Record<string, number> = {};
  const canvas = { width, height, getContext: () => context };
  const context: object = new Proxy(
    { canvas },
    {
      get(target, name: string) {
        if (name in target) return target[name as keyof typeof target];
        return () => {
          calls[name] = (calls[name] ?? 0) + 1;
          return { addColorStop() {} };
        };
      },
      set: () => true,
    },
  );
  return { canvas: canvas as unknown as HTMLCanvasElement, calls };
}

function open(width?: number, height?: number) {
  const visible = fakeCanvas(width, height);
  const ground = fakeCanvas();
  vi.stubGlobal("document", { createElement: () => ground.canvas, body: null });
  vi.stubGlobal("getComputedStyle", () => ({ fontFamily: "sans-serif" }));
  const draw = createPainter(visible.canvas);
  if (!draw) throw new Error("No context.");
  return { draw, visible: visible.calls, ground: ground.calls };
}

const growth = fc
  .array(fc.double({ min: 0, max: terrain.rows, noNaN: true }), { minLength: 1, maxLength: 30 })
  .map((steps) => [...steps.sort((a, b) => a - b), terrain.rows]);

describe("a growing terrain", () => {
  it("draws each row once, and in a frame besides only the one that rises", () => {
    fc.assert(
      fc.property(growth, (steps) => {
        const { draw, visible, ground } = open();
        for (const shown of steps.slice(0, -1)) {
          const before = visible.fill ?? 0;
          draw({ terrain, size, near: 0.4 }, shown);
          expect((visible.fill ?? 0) - before).toBe(shown < terrain.rows && shown % 1 > 0 ? 1 : 0);
          if (shown < terrain.rows) expect(ground.fill ?? 0).toBe(Math.floor(shown));
        }
        const whole = steps.filter((shown) => shown === terrain.rows).length;
        draw({ terrain, size, near: 0.4 }, terrain.rows);
        expect(ground.fill).toBe(terrain.rows * whole);
        expect(ground.fillRect).toBe(whole);
      }),
    );
  });

  it("starts again where its size or the text below it changes", () => {
    const { draw, ground } = open();
    draw({ terrain, size, near: 0.4 }, 3);
    draw({ terrain, size, near: 0.4 }, 4);
    expect([ground.fillRect, ground.fill]).toEqual([1, 4]);
    draw({ terrain, size, near: 0.38 }, 4);
    draw({ terrain, size: { ...size, width: 400 }, near: 0.38 }, 4);
    expect([ground.fillRect, ground.fill]).toEqual([3, 12]);
  });

  it("draws nothing on a canvas without an area", () => {
    const { draw, visible } = open(0);
    draw({ terrain, size, near: 0.4 }, 3);
    expect(visible).toEqual({});
  });
});

describe("the names of a terrain's weeks", () => {
  it("never touch, however small the screen and however many words stand below", () => {
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
