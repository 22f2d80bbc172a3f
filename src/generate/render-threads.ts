/** Threads that render payloads next to the main one. */
import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import { scriptFile } from "../files/script-file.ts";
import { sitegenError } from "../problems/errors.ts";
import type { StageLocation } from "../publish/stage.ts";
import type { Shared } from "../site/api/payload.ts";
import type { ByLanguage } from "../site/by-language.ts";
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
export type ThreadMessage = (ThreadInput & { name: string }) | readonly PageToRender[];

/** With fewer pages a second thread costs more than it saves: it takes about 300 ms to start. */
export const MIN_PAGES_FOR_THREADS = 400;

/** How many messages a thread has at once, so that it need not wait while this thread renders pages itself. */
const DEPTH = 2;

/**
 * Megabytes. A page's memory is garbage once the page is written; a larger young generation only delays its collection.
 * V8's default limit is 48 MB.
 */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

/** Starts so many threads. Without a script that this Node can run there are none, and the caller renders everything. */
export function openRenderThreads(count: number, start: ThreadStart, input: ThreadInput) {
  const script = scriptFile("render-worker");
  const threads: ReturnType<typeof openThread>[] = [];
  while (script !== null && threads.length < count) {
    const thread = openThread(new Worker(script, { workerData: start, resourceLimits: THREAD_LIMITS }));
    threads.push(thread);
    thread.tell({ ...input, name: `thread-${threads.length}` });
  }
  return {
    count: threads.length,
    /** Null if each thread has enough to do: the caller then renders the pages itself. */
    render: (pages: readonly PageToRender[]) => threads.find((one) => one.waiting() < DEPTH)?.render(pages) ?? null,
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function openThread(worker: Worker) {
  const waiting: { paths: string[]; resolve: (made: PageHtml[]) => void; reject: (error: Error) => void }[] = [];
  let failure: Error | undefined;
  // Pages come back in the order in which they were sent.
  worker.on("message", (made: PageHtml[]) => waiting.shift()?.resolve(made));
  const fail = (why: string) => {
    const [first] = waiting;
    const during = first ? ` while it rendered ${first.paths.join(", ")}` : "";
    failure ??= sitegenError("RENDER_FAILED", { message: `A render thread ended${during}: ${why}` });
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on("error", (error) => fail(error.message));
  worker.on("exit", (code) => fail(`its exit code is ${code}.`));
  return {
    waiting: () => waiting.length,
    tell: (message: ThreadMessage) => worker.postMessage(message),
    render(pages: readonly PageToRender[]): Promise<PageHtml[]> {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting.push({ paths: pages.map(({ path }) => path), resolve, reject });
        worker.postMessage(pages);
      });
    },
    close: () => worker.terminate(),
  };
}
