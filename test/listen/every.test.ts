/** `--every`: the service is asked without an event, as often as was said and no more. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBuildQueue, type RunOrder, type RunOutcome } from "../../src/listen/build-queue.ts";

const EVERY = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function queueOf(answer: (at: number) => RunOutcome) {
  const orders: (RunOrder & { at: number })[] = [];
  const log: string[] = [];
  const began = Date.now();
  const queue = createBuildQueue({
    everyMs: EVERY,
    log: (line) => log.push(line),
    run: async (order) => {
      orders.push({ ...order, at: Date.now() - began });
      return answer(Date.now() - began);
    },
  });
  return { queue, orders, log };
}

const nothing: RunOutcome = { ok: true, moved: false, summary: "nothing" };
const found: RunOutcome = { ok: true, moved: true, summary: "published" };

test("when nothing happens it looks once each time, counts no run and says nothing", async () => {
  const { queue, orders, log } = queueOf(() => nothing);
  queue.trigger({ isEvent: false });
  await vi.advanceTimersByTimeAsync(10 * EVERY + 100);
  expect(orders.map(({ isCheck }) => isCheck)).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
  expect([queue.state().runs, queue.state().failuresInARow, log.length]).toEqual([1, 0, 1]);
});

test("a change that no event told of is a run like any other", async () => {
  const { queue, log } = queueOf((at) => (at > EVERY && at < 2 * EVERY ? found : nothing));
  queue.trigger({ isEvent: false });
  await vi.advanceTimersByTimeAsync(2 * EVERY + 100);
  expect([queue.state().runs, queue.state().last?.summary, log.at(-1)]).toEqual([
    2,
    "published",
    expect.stringContaining("published"),
  ]);
});

test("an event comes in between, and is looked for again when the service's cache has ended", async () => {
  const { queue, orders } = queueOf(() => nothing);
  queue.trigger({ isEvent: false });
  await vi.advanceTimersByTimeAsync(30_000);
  queue.trigger({ said: "Ann published Team" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(orders.map(({ isCheck, said }) => [isCheck, said])).toEqual([
    [false, []],
    [false, ["Ann published Team"]],
    [true, ["Ann published Team"]],
  ]);
  expect(orders[2]?.since).toBe(orders[1]?.since);
});

test("a run right after an event looks again even if it found a change: the event's own may be missing", async () => {
  const { queue, orders } = queueOf((at) => (at < 100 ? found : nothing));
  queue.trigger({ said: "Ann published Team" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(orders.map(({ isCheck }) => isCheck)).toEqual([false, true]);
  expect(orders[1]?.at).toBeGreaterThanOrEqual(2_500);
  expect(queue.state()).toMatchObject({ runs: 1, last: { moved: true } });
});

test("down for ten minutes: it asks at least as often, and is back within that time", async () => {
  const end = 600_000;
  const { queue, orders } = queueOf((at) =>
    at < end ? { ok: false, moved: true, summary: "FETCH_UNREACHABLE" } : found,
  );
  queue.trigger({ said: "a publish" });
  await vi.advanceTimersByTimeAsync(end + EVERY + 100);
  const times = orders.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(EVERY);
  expect(queue.state()).toMatchObject({ failuresInARow: 0, last: { ok: true } });
  // What the events said and when the first came is not forgotten meanwhile.
  const [first] = orders;
  const last = orders.findLast(({ said }) => said.length > 0);
  expect([last?.said, last?.since]).toEqual([["a publish"], first?.since]);
});

test.each([-3_600_000, 3_600_000])("a clock set by %d ms delays no look, and leaves none out", async (by) => {
  const starts: number[] = [];
  const queue = createBuildQueue({
    log: () => undefined,
    run: async () => {
      starts.push(performance.now());
      // The second event comes, and the clock is set, while the first run is under way.
      if (starts.length === 1) {
        queue.trigger({ said: "Ann published Team" });
        vi.setSystemTime(Date.now() + by);
      }
      return nothing;
    },
  });
  queue.trigger({ said: "Ann published Home" });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(starts.map((at) => Math.round((at - (starts[0] ?? 0)) / 100))).toEqual([0, 3, 25]);
});
