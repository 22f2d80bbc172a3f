import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRateWindow, serviceLimit } from "../../../src/fetch/transport/scheduler.ts";

/** A request as a fake clock plays it: when it could start, how long until the service sees it, until the answer. */
const request = fc.record({ idle: fc.nat(400), way: fc.nat(200), answer: fc.nat(3000) });

describe("createRateWindow", () => {
  it("never lets the service see more than the limit in any window", () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 80 }), fc.integer({ min: 1, max: 12 }), (requests, limit) => {
        const seen = play(requests, limit);
        for (const from of seen) {
          const within = seen.filter((at) => at >= from && at < from + 1000);
          expect(within.length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it("keeps starts themselves within the limit and wastes no more than the grace", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 100 }), (limit, count) => {
        const window = createRateWindow({ limit, windowMs: 1000, graceMs: 200 });
        let now = 0;
        for (let n = 0; n < count; n += 1) {
          now = window.nextStart(now);
          window.started(now);
        }
        expect(now).toBeLessThanOrEqual(1200 * Math.floor((count - 1) / limit));
        expect(now).toBeGreaterThanOrEqual(1000 * Math.floor((count - 1) / limit));
      }),
    );
  });

  it("frees slots in the order in which the service saw their requests, whatever order they were sent in", () => {
    const window = createRateWindow({ limit: 2, windowMs: 1000, graceMs: 500 });
    const tickets = [window.started(0), window.started(0), window.started(0)];
    for (const [index, at] of [300, 100, 200].entries()) window.arrived(tickets[index] ?? { seen: 0 }, at);
    expect(window.nextStart(310)).toBe(1200);
  });

  it("frees a slot one window after the answer", () => {
    const window = createRateWindow({ limit: 1, windowMs: 1000, graceMs: 200 });
    const ticket = window.started(0);
    expect(window.nextStart(10)).toBe(1200);
    window.arrived(ticket, 50);
    expect(window.nextStart(60)).toBe(1050);
    window.arrived(ticket, 900);
    expect(window.nextStart(60)).toBe(1050);
  });
});

/** Starts each request as soon as it may and returns when the service saw them. */
function play(requests: { idle: number; way: number; answer: number }[], limit: number): number[] {
  const window = createRateWindow({ limit, windowMs: 1000, graceMs: 200 });
  const open: { ticket: ReturnType<typeof window.started>; at: number }[] = [];
  const seen: number[] = [];
  let now = 0;
  const advance = (to: number) => {
    for (const one of open) if (one.at > now && one.at <= to) window.arrived(one.ticket, one.at);
    now = to;
  };
  for (const { idle, way, answer } of requests) {
    advance(now + idle);
    // Time goes in steps, so that answers which come meanwhile count.
    while (window.nextStart(now) > now) advance(Math.min(window.nextStart(now), now + 25));
    const ticket = window.started(now);
    seen.push(now + Math.min(way, way + answer));
    open.push({ ticket, at: now + way + answer });
    if (way + answer === 0) window.arrived(ticket, now);
  }
  return seen.sort((a, b) => a - b);
}

describe("serviceLimit", () => {
  it.each([
    [null, 50],
    [1, 50],
    [25, 50],
    [26, 15],
    [50, 15],
    [51, 10],
    [75, 10],
    [76, 6],
    [100, 6],
    [1000, 6],
  ])("%s items a page: %s a second", (perPage, limit) => {
    expect(serviceLimit(perPage)).toBe(limit);
  });
});
