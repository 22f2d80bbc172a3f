import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { StorySummaryCache } from "../incremental/story-summary-cache.ts";
import type { BuildOptions } from "./build-options.ts";
import type { WorkerStart } from "./render-task.ts";
import { keepHeapSmall } from "./small-heap.ts";

/** Threads that were started before it is known what they render: they load the site's code meanwhile. */
export interface ThreadReserve {
  /** False where there is no program for threads: run from source, one thread does all. */
  readonly isAvailable: boolean;
  /** Starts so many, once; further calls do nothing. */
  start(count: number): void;
  /** One that was started, or a new one; the caller ends it. */
  take(): Worker;
  /** Ends those that nobody took. */
  close(): Promise<void>;
}

/** It lies beside the bundled program. */
const SCRIPT = fileURLToPath(new URL("./render-worker.mjs", import.meta.url));

/** Below so many pages, starting another thread costs more than it brings: it is ready after about 300 ms. */
export const WORTH_THREADS = 400;

/**
 * Megabytes. What a page takes is garbage when the page is written, so a larger one only waits longer to be collected:
 * by default V8 lets it grow to 48 MB.
 */
const YOUNG_GENERATION = 16;

export function createThreadReserve(start: WorkerStart, script: string = SCRIPT): ThreadReserve {
  const isAvailable = existsSync(script);
  const waiting = new Set<Worker>();
  let isStarted = false;
  const begin = () =>
    new Worker(script, { workerData: start, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION } });
  return {
    isAvailable,
    start(count) {
      if (isStarted || !isAvailable) return;
      isStarted = true;
      for (let index = 0; index < count; index += 1) {
        const worker = begin();
        waiting.add(worker);
        // It is started again when it is needed, and its failure told then.
        worker.on("error", () => waiting.delete(worker));
      }
    },
    take() {
      const [worker] = waiting;
      if (!worker) return begin();
      waiting.delete(worker);
      return worker;
    },
    async close() {
      await Promise.all([...waiting].map((worker) => worker.terminate()));
      waiting.clear();
    },
  };
}

/** The same cache; so many new and changed stories that it is a large build make ready for one while the rest is pulled. */
export function preparingLargeBuild(
  { record }: Pick<StorySummaryCache, "record">,
  reserve: ThreadReserve,
  { jobs, parts }: Pick<BuildOptions, "jobs" | "parts">,
): Pick<StorySummaryCache, "record"> {
  let stories = 0;
  return {
    record(hash, story) {
      record(hash, story);
      stories += 1;
      if (stories !== WORTH_THREADS) return;
      keepHeapSmall();
      if (!parts) reserve.start(jobs - 1);
    },
  };
}
