import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { progressAfter, runBar } from "../../src/client/router/loading-bar.ts";

test.each([
  [0, 0],
  [250, 15.6],
  [500, 29.5],
  [1000, 50],
  [2000, 70.5],
  [4000, 84.4],
  [8000, 92.1],
])("after %i ms the curve stands at %f %%", (elapsed, percent) => {
  expect(progressAfter(elapsed) * 100).toBeCloseTo(percent, 1);
});

describe("the bar", () => {
  let drawn: (number | string)[];
  const bar = () => runBar((state) => drawn.push(typeof state === "number" ? Math.round(state * 100) : state));

  beforeEach(() => {
    drawn = [];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
    vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("stays away when the page comes within 200 ms", () => {
    const { start, finish } = bar();
    start();
    vi.advanceTimersByTime(199);
    finish();
    vi.advanceTimersByTime(5000);
    expect(drawn).toEqual([]);
  });

  test("appears after 200 ms and follows the curve from the start", () => {
    const { start } = bar();
    start();
    vi.advanceTimersByTime(200);
    expect(drawn.at(-1)).toBe(13);
    vi.advanceTimersByTime(800);
    expect(drawn.at(-1)).toBe(50);
    vi.advanceTimersByTime(60_000);
    expect(drawn.at(-1)).toBeLessThan(100);
  });

  test("fills up when the page is there, fades after 500 ms and is gone 400 ms later", () => {
    const { start, finish } = bar();
    start();
    vi.advanceTimersByTime(1000);
    finish();
    expect(drawn.at(-1)).toBe(100);
    vi.advanceTimersByTime(499);
    expect(drawn.at(-1)).toBe(100);
    vi.advanceTimersByTime(1);
    expect(drawn.at(-1)).toBe("fading");
    vi.advanceTimersByTime(400);
    expect(drawn.at(-1)).toBe("hidden");
  });

  test("a second navigation is not hidden by the end of the first", () => {
    const { start, finish } = bar();
    start();
    vi.advanceTimersByTime(1000);
    finish();
    vi.advanceTimersByTime(300);
    start();
    expect(drawn.at(-1)).toBe("hidden");
    vi.advanceTimersByTime(1000);
    expect(drawn.at(-1)).toBe(50);
  });

  test("an overtaken navigation keeps the bar in sight", () => {
    const { start } = bar();
    start();
    vi.advanceTimersByTime(1000);
    start();
    expect(drawn.at(-1)).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(drawn).not.toContain("hidden");
  });
});
