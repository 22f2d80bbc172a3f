/** Retries of transient errors: how many, how long the delays are, and that an interrupt ends them with its reason. */
import { expect, test } from "vitest";
import { createRetry, TransientError } from "../../src/deploy/retry.ts";

/** Fails this many times, and records when it was called. */
function failing(times: number, error: () => Error) {
  const calls: number[] = [];
  const work = async () => {
    calls.push(performance.now());
    if (calls.length <= times) throw error();
    return "done";
  };
  return { work, calls, pauses: () => calls.slice(1).map((at, n) => at - (calls[n] ?? 0)) };
}
const busy = (slowDown = false) => new TransientError(new Error("the cause"), { slowDown });

test("each pause is at least twice as long as the one before", async () => {
  const { work, pauses } = failing(4, busy);
  expect(await createRetry({ baseMs: 20, random: () => 1 })(work)).toBe("done");
  expect(pauses().map((ms, n) => ms + 2 >= 20 * 2 ** n)).toEqual([true, true, true, true]);
});

test("what does not pass is told with its cause, after as many tries as are given", async () => {
  const { work, calls } = failing(99, busy);
  await expect(createRetry({ baseMs: 1, tries: 3 })(work)).rejects.toThrow(/^the cause$/);
  expect(calls).toHaveLength(3);
});

test("an error that will not pass is not tried again", async () => {
  const { work, calls } = failing(1, () => new Error("refused"));
  await expect(createRetry({ baseMs: 1 })(work)).rejects.toThrow("refused");
  expect(calls).toHaveLength(1);
});

test("when the target asks to slow down, everything waits", async () => {
  const retry = createRetry({ baseMs: 60, random: () => 1 });
  const slowed = failing(1, () => busy(true));
  const other = failing(0, busy);
  const first = retry(slowed.work);
  await Promise.resolve();
  await Promise.all([first, retry(other.work)]);
  expect((other.calls[0] ?? 0) - (slowed.calls[0] ?? 0)).toBeGreaterThanOrEqual(55);
});

test("an interrupt ends a pause at once, with its own reason", async () => {
  const interrupt = new AbortController();
  const retry = createRetry({ baseMs: 60_000, signal: interrupt.signal });
  const { work, calls } = failing(9, busy);
  const waiting = retry(work);
  setTimeout(() => interrupt.abort(new Error("interrupted by the user")), 20);
  await expect(waiting).rejects.toThrow("interrupted by the user");
  expect(calls).toHaveLength(1);
  await expect(retry(work)).rejects.toThrow("interrupted by the user");
});
