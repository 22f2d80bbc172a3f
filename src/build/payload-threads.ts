/** Threads that render payloads: what they need besides is sent once, so they look nothing up. */
import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import type { Shared } from "../content/payload.ts";
import { scriptFile } from "../script-file.ts";
import type { ByLanguage } from "../site/by-language.ts";
import { type PageContextInput, plainBundle } from "./page-context.ts";
import { THREAD_LIMITS } from "./prestarted-threads.ts";

/** What such a thread starts with. */
export interface PayloadWorkerStart extends Pick<PageContextInput, "settings" | "bundle" | "icons"> {
  config: Config;
  stateDir: string;
  shared: ByLanguage<Shared>;
}

/** The page, or why it could not be rendered. */
export type PayloadReply = { html: string } | { failed: string };

export interface PayloadThreads {
  /** Number of threads. */
  count: number;
  /** The HTML of a page's `_payload.json`, or null if each thread has enough to do: the caller then renders the page itself. */
  render(json: string): Promise<string> | null;
  close(): Promise<void>;
}

/** With fewer pages a thread costs more than it saves: it takes about as long to start as 100 pages take. */
const MIN_PAGES = 200;
/** Threads beyond this would wait for payloads, which one thread makes. */
const MOST_THREADS = 2;
/** Payloads that a thread has at once, so that it never waits for the next. */
const DEPTH = 3;

const NO_THREADS: PayloadThreads = { count: 0, render: () => null, close: async () => {} };

/** Threads for this many pages, next to this one; they load the site's code from now on. */
export function startPayloadThreads(
  pages: number,
  { jobs, config, stateDir, settings, icons, shared, bundle }: PayloadWorkerStart & { jobs: number },
  script = scriptFile("payload-worker"),
): PayloadThreads {
  if (script === null || pages < MIN_PAGES || jobs < 2) return NO_THREADS;
  const start = { config, stateDir, settings, icons, shared, bundle: plainBundle(bundle) };
  const count = Math.min(jobs - 1, MOST_THREADS);
  const threads = Array.from({ length: count }, () =>
    openThread(new Worker(script, { workerData: start, resourceLimits: THREAD_LIMITS })),
  );
  return {
    count,
    render: (json) => threads.find((thread) => thread.waiting() < DEPTH)?.render(json) ?? null,
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  };
}

function openThread(worker: Worker) {
  const waiting: { resolve: (html: string) => void; reject: (error: Error) => void }[] = [];
  let failure: Error | undefined;
  // Replies come in the order of the payloads.
  worker.on("message", (reply: PayloadReply) => {
    const page = waiting.shift();
    if ("html" in reply) page?.resolve(reply.html);
    else page?.reject(new Error(reply.failed));
  });
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The thread has ended.")));
  return {
    waiting: () => waiting.length,
    render(json: string): Promise<string> {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting.push({ resolve, reject });
        worker.postMessage(json);
      });
    },
    close: () => worker.terminate(),
  };
}
