import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { StorySummaryCache } from "../incremental/story-summary-cache.ts";
import type { BuildOptions } from "./build-options.ts";
import { adaptHeapGrowth, type HeapGrowth } from "./limit-heap-growth.ts";
import type { WorkerStart } from "./render-task.ts";

/** Render threads started early, so that they load the site's code while the space is still being pulled. */
export interface PrestartedThreads {
  /** False when run from source, which has no worker script; one thread then renders everything. */
  readonly isAvailable: boolean;
  /** Starts this many threads; further calls do nothing. */
  start(count: number): void;
  /** A prestarted thread, or a new one; the caller ends it. */
  take(): Worker;
  /** Ends the threads that were not taken. */
  close(): Promise<void>;
}

/** Next to the bundled program. */
const SCRIPT = fileURLToPath(new URL("./render-worker.mjs", import.meta.url));

/** With fewer pages a second thread costs more than it saves: it takes about 300 ms to start. */
export const MIN_PAGES_FOR_THREADS = 400;

/**
 * Megabytes. A page's memory is garbage once the page is written; a larger young generation only delays its collection.
 * V8's default limit is 48 MB.
 */
const YOUNG_GENERATION = 16;

/** Stories after which the limit of the heap is adapted while a space is pulled. */
const STORIES_A_LOOK = 25;

export function createPrestartedThreads(start: WorkerStart, script: string = SCRIPT): PrestartedThreads {
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
        // A new thread is started when one is needed, and reports the error then.
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

/** Wraps the cache so that threads start during the pull, once enough stories are new or changed for a large build. */
export function prestartForLargeBuild(
  { record }: Pick<StorySummaryCache, "record">,
  prestarted: PrestartedThreads,
  { jobs, parts }: Pick<BuildOptions, "jobs" | "parts">,
): Pick<StorySummaryCache, "record"> {
  let stories = 0;
  let growth: HeapGrowth | undefined;
  return {
    record(hash, story) {
      record(hash, story);
      stories += 1;
      if (stories % STORIES_A_LOOK === 0) growth?.adapt();
      if (stories !== MIN_PAGES_FOR_THREADS) return;
      growth = adaptHeapGrowth(jobs);
      if (!parts) prestarted.start(jobs - 1);
    },
  };
}
