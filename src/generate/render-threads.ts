/** Threads that render payloads next to the main one. */
import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import type { Shared } from "../content/payload.ts";
import { scriptFile } from "../files/script-file.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import { sitegenError } from "../problems/errors.ts";
import type { StageLocation } from "../publish/stage.ts";
import type { ByLanguage } from "../site/by-language.ts";
import type { BuildOptions } from "./build-options.ts";
import type { PageContextInput } from "./page-context.ts";
import type { PageHtml, PageToRender } from "./page-renderer.ts";

/** What a thread needs to load the site's code. */
export interface ThreadStart {
  config: Config;
  stateDir: string;
}

/** What pages are rendered with besides the code, and where their files go. */
export interface ThreadInput extends Pick<PageContextInput, "settings" | "bundle" | "icons"> {
  shared: ByLanguage<Shared>;
  stage: StageLocation;
}

/** Messages to a thread: its input first, then pages. `name` keeps its files apart from those of others. */
export type ThreadMessage = (ThreadInput & { name: string }) | PageToRender;

export type RenderThreads = ReturnType<typeof createRenderThreads>;

/** With fewer pages a second thread costs more than it saves: it takes about 300 ms to start. */
export const MIN_PAGES_FOR_THREADS = 400;

/** How many pages a thread has at once, so that it need not wait while this thread renders as many itself. */
export const DEPTH = 4;

/**
 * Megabytes. A page's memory is garbage once the page is written; a larger young generation only delays its collection.
 * V8's default limit is 48 MB.
 */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

/** Without a script that this Node can run there are no threads, and the caller renders everything. */
export function createRenderThreads(start: ThreadStart, script = scriptFile("render-worker")) {
  const threads: ReturnType<typeof openThread>[] = [];
  const begin = (count: number) => {
    while (script !== null && threads.length < count)
      threads.push(openThread(new Worker(script, { workerData: start, resourceLimits: THREAD_LIMITS })));
  };
  return {
    /** Starts this many threads, which load the site's code from then on; further calls do nothing. */
    start(count: number): void {
      if (threads.length === 0) begin(count);
    },
    /** Starts what is not started yet and gives the threads their input. Returns their number. */
    open(count: number, input: ThreadInput): number {
      begin(count);
      for (const [index, thread] of threads.entries()) thread.tell({ ...input, name: `thread-${index + 1}` });
      return threads.length;
    },
    /** Null if each thread has enough to do: the caller then renders the page itself. */
    render: (page: PageToRender) => threads.find((thread) => thread.waiting() < DEPTH)?.render(page) ?? null,
    async close() {
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

interface WaitingPage {
  path: string;
  resolve: (made: PageHtml) => void;
  reject: (error: Error) => void;
}

function openThread(worker: Worker) {
  const waiting: WaitingPage[] = [];
  let failure: Error | undefined;
  // Pages come back in the order in which they were sent.
  worker.on("message", (made: PageHtml) => waiting.shift()?.resolve(made));
  const fail = (why: string) => {
    const [first] = waiting;
    const during = first ? ` while it rendered ${first.path}` : "";
    failure ??= sitegenError("RENDER_FAILED", { message: `A render thread ended${during}: ${why}` });
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on("error", (error) => fail(error.message));
  worker.on("exit", (code) => fail(`its exit code is ${code}.`));
  return {
    waiting: () => waiting.length,
    tell: (message: ThreadMessage) => worker.postMessage(message),
    render(page: PageToRender): Promise<PageHtml> {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting.push({ path: page.path, resolve, reject });
        worker.postMessage(page);
      });
    },
    close: () => worker.terminate(),
  };
}

/** Wraps the stored stories so that threads start during the pull, once enough of them are new or changed. */
export function prestartForLargeBuild(
  { record }: Pick<StoredStories, "record">,
  threads: RenderThreads,
  { jobs, parts }: Pick<BuildOptions, "jobs" | "parts">,
): Pick<StoredStories, "record"> {
  let stories = 0;
  return {
    record(hash, story) {
      record(hash, story);
      stories += 1;
      if (stories === MIN_PAGES_FOR_THREADS && !parts) threads.start(jobs - 1);
    },
  };
}
