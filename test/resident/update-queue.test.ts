/** The order in which `serve --watch` applies changes. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createUpdateQueue, type PendingChange } from "../../src/resident/dev/update-queue.ts";

const CODE: PendingChange = { scope: "all", content: false };

/** Steps end when the test says so; `log` lists the started and the aborted ones. */
function turnsOf() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const ended = new AbortController();
  let isWhole = true;
  let canceled = false;
  const step = async (name: string) => {
    log.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  const turns = createUpdateQueue({
    async show({ scope, content }) {
      isWhole = scope !== "all" && isWhole;
      await step(`show ${scope}${content ? " content" : ""}`);
    },
    isWhole: () => isWhole,
    async complete() {
      canceled = false;
      await step("complete");
      isWhole = !canceled;
    },
    cancel() {
      log.push("cancel");
      canceled = true;
      ends.shift()?.();
    },
    signal: ended.signal,
  });
  const next = async () => {
    await expect.poll(() => ends.length, { interval: 5 }).toBe(1);
    ends.shift()?.();
  };
  return { turns, log, next, ended };
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), wait(20).then(() => false)]);
}

test("what an open page shows comes first, the rest after it; each is waited for by itself", async () => {
  const { turns, log, next } = turnsOf();
  turns.request(CODE);
  const shown = turns.shown();
  const idle = turns.idle();
  expect([await isSettled(shown), await isSettled(idle)]).toEqual([false, false]);
  await next();
  await shown;
  await expect.poll(() => log).toContain("complete");
  expect([await isSettled(turns.shown()), await isSettled(idle)]).toEqual([true, false]);
  await next();
  await idle;
  expect(log).toEqual(["show all", "complete"]);
  await turns.shown();
});

test("changes that come while one is taken in are one change, as wide as they are together", async () => {
  const { turns, log, next } = turnsOf();
  turns.request({ scope: "styles", content: false });
  turns.request({ scope: "context", content: true });
  turns.request({ scope: "none", content: false });
  await next();
  await next();
  await turns.idle();
  expect(log).toEqual(["show styles", "show context content"]);
});

test("a change ends what an earlier one still does, and comes first", async () => {
  const { turns, log, next } = turnsOf();
  turns.request(CODE);
  await next();
  const idle = turns.idle();
  await expect.poll(() => log).toContain("complete");
  turns.request({ scope: "none", content: true });
  const shown = turns.shown();
  await next();
  await shown;
  await next();
  await idle;
  expect(log).toEqual(["show all", "complete", "cancel", "show none content", "complete"]);
});

test("a change before the rest has begun comes first, and one after the rest cancels nothing", async () => {
  const { turns, log, next } = turnsOf();
  turns.request(CODE);
  await next();
  await turns.shown();
  turns.request({ scope: "none", content: true });
  await next();
  await next();
  await turns.idle();
  turns.request({ scope: "styles", content: false });
  await next();
  await turns.idle();
  expect(log).toEqual(["show all", "show none content", "complete", "show styles"]);
});

test("the rest of a session that has ended does not begin", async () => {
  const { turns, log, next, ended } = turnsOf();
  turns.request(CODE);
  await next();
  await turns.shown();
  ended.abort();
  await turns.idle();
  expect(log).toEqual(["show all"]);
});

test("nobody waits for a session that has ended", async () => {
  const { turns, next, ended } = turnsOf();
  turns.request(CODE);
  const shown = turns.shown();
  const idle = turns.idle();
  turns.request(CODE);
  ended.abort();
  await next();
  await Promise.all([shown, idle]);
});
