import { Worker } from "node:worker_threads";
import type { StoredStories } from "../incremental/stored-stories.ts";
import { scriptFile } from "../script-file.ts";
import type { BuildOptions } from "./build-options.ts";
import { adaptHeapGrowth, type HeapGrowth } from "./limit-heap-growth.ts";
import type { WorkerStart } from "./render-task.ts";

/** Render threads started early, so that they load the site's code while the space is still being pulled. */
export interface PrestartedThreads {
  /** False if there is no script that this Node can run; one thread then renders everything. */
  readonly isAvailable: boolean;
  /** Starts this many threads; further calls do nothing. */
  start(count: number): void;
  /** A prestarted thread, or a new one; the caller ends it. */
  take(): Worker;
  /** Ends the threads that were not taken. */
  close(): Promise<void>;
}

/** With fewer pages a second thread costs more than it saves: it takes about 300 ms to start. */
export const MIN_PAGES_FOR_THREADS = 400;

/**
 * Megabytes. A page's memory is garbage once the page is written; a larger young generation only delays its collection.
 * V8's default limit is 48 MB.
 */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

/** Stories after which the limit of the heap is adapted while a space is pulled. */
const STORIES_A_LOOK = 25;

const NO_THREADS: PrestartedThreads = {
  isAvailable: false,
  start: () => undefined,
  take() {
    throw new Error("This Node has no script that a thread could run.");
  },
  close: async () => {},
};

export function createPrestartedThreads(
  start: WorkerStart,
  script: string | null = scriptFile("render-worker"),
): PrestartedThreads {
  if (script === null) return NO_THREADS;
  const waiting = new Set<Worker>();
  let isStarted = false;
  const begin = () => new Worker(script, { workerData: start, resourceLimits: THREAD_LIMITS });
  return {
    isAvailable: true,
    start(count) {
      if (isStarted) return;
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
  { record }: Pick<StoredStories, "record">,
  prestarted: PrestartedThreads,
  { jobs, parts }: Pick<BuildOptions, "jobs" | "parts">,
): Pick<StoredStories, "record"> {
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
