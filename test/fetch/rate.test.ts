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
    const result = await service.pull({ perPage: 10, requestsPerSecond: 5, rateWindowMs: 400 });
    expect(result.requests).toEqual({ total: arrivals.length, retried: 3 });
    for (const from of arrivals) {
      expect(arrivals.filter((at) => at >= from && at < from + 400).length).toBeLessThanOrEqual(5);
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
      retried: 0,
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

  it.each([
    { requestsPerSecond: 50, lifted: false },
    { requestsPerSecond: 51, lifted: true },
  ])("$requestsPerSecond a second: the service's lower limit for large pages is lifted: $lifted", async (example) => {
    const arrivals: number[] = [];
    service = await startScripted({
      stories: Array.from({ length: 1300 }, (_, at) => story(`s${at}`)),
      reply: (_path, query) => {
        if (query.get("per_page") === "100") arrivals.push(performance.now());
        return undefined;
      },
    });
    await service.pull({ perPage: 100, requestsPerSecond: example.requestsPerSecond, rateWindowMs: 200 });
    // 26 pages, six in any 200 ms: four windows have to pass.
    const took = Math.max(...arrivals) - Math.min(...arrivals);
    if (example.lifted) expect(mostIn(200, arrivals)).toBeGreaterThan(6);
    else expect(took).toBeGreaterThan(700);
  });
});

/** Most arrivals in any window of so many milliseconds. */
function mostIn(ms: number, arrivals: readonly number[]): number {
  return Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + ms).length));
}
