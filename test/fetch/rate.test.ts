import { afterEach, describe, expect, it } from "vitest";
import type { Progress } from "../../src/fetch/progress.ts";
import { type ScriptedService, startScripted, story } from "./scripted-service.ts";

let service: ScriptedService;
afterEach(() => service.close());

const stories = Array.from({ length: 60 }, (_, at) => story(`s${at}`));

describe("the rate of a pull", () => {
  it("is kept as the service sees it, in any window, retries included", async () => {
    const arrivals: number[] = [];
    let refused = 0;
    service = await startScripted({
      stories,
      reply: () => {
        arrivals.push(performance.now());
        if (arrivals.length % 7 !== 0 || refused === 3) return undefined;
        refused += 1;
        return { status: 429, body: "" };
      },
    });
    const result = await service.pull({ perPage: 10, requestsPerSecond: 10, rateWindowMs: 1000 });
    expect(result.requests).toEqual({ total: arrivals.length, retried: 3 });
    // Half of the window: a busy machine notes some arrivals late.
    for (const from of arrivals) {
      expect(arrivals.filter((at) => at >= from && at < from + 500).length).toBeLessThanOrEqual(10);
    }
  });

  it("is told while it goes on: done, expected, seconds left", async () => {
    service = await startScripted({ stories });
    const told: Progress[] = [];
    const result = await service.pull({ perPage: 10, onProgress: (progress) => told.push(progress) });
    expect(told).toHaveLength(result.requests.total);
    expect(told.map(({ done }) => done)).toEqual([...told.keys()].map((at) => at + 1));
    for (const { done, expected } of told) expect(done).toBeLessThanOrEqual(expected);
    expect(told.at(-1)).toEqual({
      done: result.requests.total,
      expected: result.requests.total,
      secondsLeft: 0,
    });
    // Once the first pages are in, the number of all requests is known, but for the last: which datasources there are is
    // asked where one came out empty, as in this space.
    expect(told.at(-10)?.expected).toBe(result.requests.total - 1);
  });

  it("says what is left while requests wait", async () => {
    service = await startScripted({ stories });
    const told: Progress[] = [];
    await service.pull({
      perPage: 10,
      requestsPerSecond: 5,
      rateWindowMs: 50,
      onProgress: (progress) => told.push(progress),
    });
    expect(told[13]).toMatchObject({ expected: 26 });
    expect(told[13]?.secondsLeft).toBeGreaterThan(1);
  });

  describe("the service's lower limit for large pages", () => {
    const pagesOf = async (requestsPerSecond: number, rateWindowMs: number) => {
      const arrivals: number[] = [];
      service = await startScripted({
        stories: Array.from({ length: 1300 }, (_, at) => story(`s${at}`)),
        reply: (_path, query) => {
          if (query.get("per_page") === "100") arrivals.push(performance.now());
          return undefined;
        },
      });
      await service.pull({ perPage: 100, requestsPerSecond, rateWindowMs });
      return arrivals;
    };

    it("is kept at 50 requests a second", async () => {
      const arrivals = await pagesOf(50, 200);
      // 26 pages, six in any 200 ms: four windows have to pass.
      expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeGreaterThan(700);
    });

    it("is lifted above 50", async () => {
      // In a window of an hour the pull would wait after the sixth page.
      expect((await pagesOf(51, 3_600_000)).length).toBeGreaterThanOrEqual(26);
    });
  });
});
