import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * By default V8 lets each thread's heap grow to several times its live size. A limit of 30 % takes the peak of a clean
 * build from 530 to 397 MB at 5,000 × 2 and from 1,392 to 779 at 20,000 × 2; a build of few pages would take 6 % longer
 * (docs/performance-tried.md).
 */
const LEAST_PERCENT = 30;
/** A small heap reaches this size, several times its live one, once or twice a build: more would save nothing. */
const MOST_PERCENT = 400;
/** Bytes that the heaps of all threads may have together before each is limited to the least. */
const BUDGET = 150 * 1024 * 1024;
/**
 * A render thread's live heap as a share of the main thread's, which alone has the space and a record of every page.
 */
const THREAD_SHARE = 0.5;

/** Limits all heaps to the least. */
export function limitHeapGrowth(): void {
  setPercent(LEAST_PERCENT);
}

/**
 * The percentage by which each heap may grow before it is collected again: all together may fill the budget, so that
 * V8's helper threads do not go through the same live objects every few pages. `live` is the main thread's, in bytes.
 */
export function growthPercent(live: number, threads: number): number {
  const all = live * (1 + THREAD_SHARE * (threads - 1));
  return Math.round(Math.min(MOST_PERCENT, Math.max(LEAST_PERCENT, (BUDGET / all - 1) * 100)));
}

/** Adapts the limit to what is live while a space is pulled and pages are rendered. */
export interface HeapGrowth {
  /** Called by the main thread every few stories or pages. */
  adapt(): void;
  /** Limits all heaps to the least again. */
  end(): void;
}

/** V8 takes the limit for all threads, so the main thread's heap decides. */
export function adaptHeapGrowth(
  threads: number,
  { used, set }: { used: () => number; set: (percent: number) => void } = { used: oldBytes, set: setPercent },
): HeapGrowth {
  let last = used();
  set(growthPercent(last, threads));
  return {
    adapt() {
      const now = used();
      // Only a collection makes it smaller, and leaves what is live.
      if (now < last) set(growthPercent(now, threads));
      last = now;
    },
    end: () => set(LEAST_PERCENT),
  };
}

/** Bytes of the heap in use without the young generation, whose size has a limit of its own. */
function oldBytes(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name }) => !space_name.startsWith("new_"));
  return old.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}

/** V8 reads the flag at the end of each collection of a whole heap, in every thread. */
function setPercent(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
