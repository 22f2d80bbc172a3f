import { describe, expect, it } from "vitest";
import { createScheduler } from "../../../src/fetch/transport/scheduler.ts";

/** Starts of `count` requests that are each answered after `answerMs`. */
async function starts(options: {
  rate: number;
  count: number;
  perPage: number | null;
  tiers?: boolean;
  answerMs?: number;
}) {
  const scheduler = createScheduler({
    requestsPerSecond: options.rate,
    serviceTiers: options.tiers ?? true,
    windowMs: 60,
  });
  const times: number[] = [];
  let inFlight = 0;
  let most = 0;
  const send = async (arrived: () => void) => {
    times.push(performance.now());
    inFlight += 1;
    most = Math.max(most, inFlight);
    await new Promise((resolve) => setTimeout(resolve, options.answerMs ?? 1));
    arrived();
    inFlight -= 1;
  };
  await Promise.all(Array.from({ length: options.count }, () => scheduler.run(options.perPage, send)));
  return { times, most };
}

function mostInWindow(times: number[], windowMs: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

describe("createScheduler", () => {
  it.each([
    { name: "the owner's rate", rate: 5, perPage: 100, limit: 5 },
    { name: "the service's tier where the owner's rate is above it", rate: 40, perPage: 100, limit: 6 },
    { name: "the service's tier at its highest rate", rate: 50, perPage: 100, limit: 6 },
    { name: "the tier of middle pages", rate: 40, perPage: 50, limit: 15 },
    { name: "the owner's rate where the tier is above it", rate: 10, perPage: 25, limit: 10 },
  ])("keeps $name", async ({ rate, perPage, limit }) => {
    const { times } = await starts({ rate, perPage, count: limit * 3 });
    expect(mostInWindow(times, 60)).toBeLessThanOrEqual(limit);
  });

  it("knows no tiers where the service has none", async () => {
    const { times } = await starts({ rate: 20, perPage: 100, tiers: false, count: 40 });
    expect(mostInWindow(times, 60)).toBeLessThanOrEqual(20);
  });

  it("keeps fewer in flight than the service allows", async () => {
    const { most } = await starts({ rate: 1000, perPage: null, tiers: false, count: 80, answerMs: 20 });
    expect(most).toBeLessThanOrEqual(24);
  });

  it("holds everybody back after a refusal", async () => {
    const scheduler = createScheduler({ requestsPerSecond: 50, serviceTiers: true, windowMs: 60 });
    const begun = performance.now();
    scheduler.pause(80);
    await scheduler.run(null, async () => {});
    expect(performance.now() - begun).toBeGreaterThanOrEqual(80);
  });

  it("ends a wait at once when it is aborted", async () => {
    const controller = new AbortController();
    const scheduler = createScheduler({ requestsPerSecond: 5, serviceTiers: true, signal: controller.signal });
    scheduler.pause(60_000);
    const waiting = scheduler.run(null, async () => {});
    controller.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
    await expect(scheduler.run(null, async () => {})).rejects.toThrow("stop");
  });
});
