import { createContext, Script } from "node:vm";
import { messageOf } from "../problems/cause.ts";
import { endPure } from "../render/pure-render.ts";
import { withTimeLimit } from "../sources/time-limit.ts";

/** Milliseconds to make a page, which takes some 4 ms; only code or content that never ends takes this long. */
const PAGE_DEADLINE = 10_000;

/** A context of its own, so that the site's code does not see the function; its code runs in its own context. */
const context = createContext({ work: (): unknown => undefined });
const script = new Script("work()");

/**
 * Runs synchronous work and stops it at the deadline, in this thread: V8 ends it wherever it is, in a loop or in a
 * pattern, and no `catch` of the site's code can hold on to it. Throws an error that says so.
 */
export function withPageDeadline<T>(work: () => T): T {
  return withDeadline(work, PAGE_DEADLINE, "a page takes a few milliseconds");
}

/**
 * Each page with the result of a step, or why that failed. They share a deadline, since each is a thread that V8 starts and
 * ends. If it was over because of other pages, the one that was being made begins again with its own.
 */
export function eachWithPageDeadline<Page, Made>(
  pages: readonly Page[],
  step: (page: Page) => Made,
): [Page, Made | { message: string }][] {
  const done: [Page, Made | { message: string }][] = [];
  let started = 0;
  const rest = () => {
    for (const page of pages.slice(done.length)) {
      started = performance.now();
      done.push([page, step(page)]);
    }
  };
  while (done.length < pages.length) {
    try {
      withPageDeadline(rest);
    } catch (error) {
      const isOfOthers = error instanceof DeadlineError && performance.now() - started < 0.9 * PAGE_DEADLINE;
      if (!isOfOthers) done.push([pages[done.length] as Page, { message: messageOf(error) }]); // there is one: `rest` threw
    }
  }
  return done;
}

/**
 * The same with another deadline, in milliseconds; `usual` says what is to be expected. If this process had less than half
 * of the processor time until then, the machine stood still or is busy: once more from the beginning, with three times as
 * long.
 */
function withDeadline<T>(work: () => T, timeout: number, usual: string): T {
  for (let isFirst = true; ; isFirst = false) {
    const before = process.cpuUsage();
    context.work = work;
    try {
      const limits = { timeout: isFirst ? timeout : 3 * timeout, displayErrors: false };
      return script.runInContext(context, limits) as T; // what `work` returns
    } catch (error) {
      if (!isTimeout(error)) throw error;
      endPure();
      const { user, system } = process.cpuUsage(before);
      if (!isFirst || (user + system) / 1000 > timeout / 2)
        throw new DeadlineError(`It was stopped after ${timeout / 1000} seconds; ${usual}.`);
    }
  }
}

/**
 * The same for a function of the site whose result is waited for, no longer than so many seconds: what blocks the thread is
 * stopped, what waits is no longer waited for.
 */
export function runLimited<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const [ms, usual] = [seconds * 1000, "`timeout` of the output allows more"];
  const late = `It was stopped after ${seconds} seconds; ${usual}.`;
  return withTimeLimit((over) => withDeadline(() => work(over), ms, usual), { ms, late, signal });
}

class DeadlineError extends Error {}

/** The error is one of the other context. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
