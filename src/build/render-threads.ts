import type { Worker } from "node:worker_threads";
import type { StageLocation } from "../publish/stage.ts";
import { plainBundle } from "./page-context.ts";
import type { PrestartedThreads } from "./prestarted-threads.ts";
import type { RenderContext, RenderContextInput } from "./render-context.ts";
import type {
  NeedyPage,
  PageTask,
  Renderer,
  RenderJob,
  WorkerInput,
  WorkerMessage,
  WorkerReply,
} from "./render-task.ts";
import { createStorySender, transferablesOf } from "./story-sender.ts";
import type { LastFiles, WrittenPage } from "./write-page.ts";

export interface RenderThreads {
  renderers: Renderer[];
  close(): Promise<void>;
}

export interface ThreadOptions {
  context: RenderContext;
  input: RenderContextInput;
  output: { stagePlace: StageLocation };
  prestarted: PrestartedThreads;
  lastOf: (task: PageTask) => LastFiles;
}

/** A thread whose heap grew beyond this is replaced. */
const HEAP_CAP = 400 * 1024 * 1024;

/** Starts threads that render next to this one. */
export function openRenderThreads(options: ThreadOptions, count: number): RenderThreads {
  if (count < 1 || !options.prestarted.isAvailable) return { renderers: [], close: async () => {} };
  const plain = plainInput(options.input);
  const running = new Set<Worker>();
  let started = 0;
  const start = () => {
    started += 1;
    const input = { ...plain, stage: options.output.stagePlace, name: `thread-${started}` };
    return openThread(options.prestarted.take(), { input, running, again });
  };
  /** A page with the story that the thread lacks. */
  const again = (job: RenderJob, { needs }: NeedyPage): RenderJob => {
    const [answer = "", uuid = ""] = needs.split(" ");
    const task = { route: job.route, keepsPayload: false, keepsEqual: false, dependencies: [] };
    const other = { key: needs, story: options.context.space.bytes(answer, uuid) ?? null };
    return { ...job, story: createStorySender(options.context)(task), other };
  };
  const renderers = Array.from({ length: count }, (): Renderer => {
    let thread = start();
    let stories = createStorySender(options.context);
    const jobOf = (task: PageTask): RenderJob => ({
      route: task.route,
      last: options.lastOf(task),
      story: stories(task),
    });
    return {
      depth: 2,
      make(tasks) {
        if (thread.isFull()) {
          thread.retire();
          thread = start();
          stories = createStorySender(options.context);
        }
        return thread.make(tasks.map(jobOf));
      },
    };
  });
  return {
    renderers,
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

interface Thread {
  make(jobs: readonly RenderJob[]): Promise<WrittenPage[]>;
  isFull(): boolean;
  /** Ends the thread once its batches are done. */
  retire(): void;
}

interface Batch {
  jobs: ReadonlyMap<string, RenderJob>;
  made: WrittenPage[];
  resolve: (made: WrittenPage[]) => void;
  reject: (error: Error) => void;
}

interface ThreadInput {
  input: WorkerInput;
  running: Set<Worker>;
  again: (job: RenderJob, page: NeedyPage) => RenderJob;
}

function openThread(worker: Worker, { input, running, again }: ThreadInput): Thread {
  const tell = (message: WorkerMessage) => worker.postMessage(message);
  const send = (id: number, jobs: readonly RenderJob[]) =>
    worker.postMessage({ id, jobs } satisfies WorkerMessage, jobs.flatMap(transferablesOf));
  const waiting = new Map<number, Batch>();
  let heap = 0;
  let retired = false;
  let failure: Error | undefined;
  let next = 0;
  running.add(worker);
  const endIfDone = () => {
    if (!retired || waiting.size > 0) return;
    running.delete(worker);
    void worker.terminate();
  };
  worker.on("message", (reply: WorkerReply) => {
    heap = reply.heap;
    const batch = waiting.get(reply.id);
    if (!batch) return;
    batch.made.push(...reply.made);
    const rest = reply.needy.flatMap((page) => {
      const job = batch.jobs.get(page.route.path);
      return job ? [again(job, page)] : [];
    });
    if (rest.length > 0) {
      send(reply.id, rest);
      return;
    }
    batch.resolve(batch.made);
    waiting.delete(reply.id);
    endIfDone();
  });
  worker.on("error", (error) => {
    failure = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  tell({ input });
  return {
    isFull: () => heap > HEAP_CAP,
    retire() {
      retired = true;
      endIfDone();
    },
    make(jobs) {
      const id = next++;
      return new Promise((resolve, reject) => {
        if (failure) {
          reject(failure);
          return;
        }
        waiting.set(id, { jobs: new Map(jobs.map((job) => [job.route.path, job])), made: [], resolve, reject });
        send(id, jobs);
      });
    },
  };
}

/** The render context's input without functions, which cannot be sent to a thread. */
function plainInput(input: RenderContextInput): Omit<WorkerInput, "stage" | "name"> {
  const { site, settings, bundle, icons, space, config } = input;
  const assets = new Map(
    input.filenames.flatMap((filename) => {
      const record = input.assets(filename);
      return record ? [[filename, record] as const] : [];
    }),
  );
  const { problems: _, lists: __, ...map } = site;
  return {
    config,
    settings,
    icons,
    assets,
    site: { ...map, routes: [] },
    bundle: plainBundle(bundle),
    values: Object.fromEntries(Object.entries(input.values).map(([name, { rows }]) => [name, rows])),
    space: { cv: space.cv, global: space.global, datasources: space.datasources },
  };
}
