import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { openStage } from "../publish/stage.ts";
import type { Reporter } from "../reporter.ts";
import { adaptHeapGrowth } from "./limit-heap-growth.ts";
import { pageFile, payloadFile } from "./page-files.ts";
import { createPrestartedThreads, MIN_PAGES_FOR_THREADS, type PrestartedThreads } from "./prestarted-threads.ts";
import type { RenderContext, RenderContextInput } from "./render-context.ts";
import type { PageTask, Renderer } from "./render-task.ts";
import { openRenderThreads } from "./render-threads.ts";
import { createPageWriter, type LastFiles, type WrittenPage } from "./write-page.ts";

export interface RenderPagesOptions {
  tasks: readonly PageTask[];
  context: RenderContext;
  /** Threads create their own context from this. */
  input: RenderContextInput;
  output: Pick<OutputTransaction, "stagePlace" | "lastHash">;
  /** The output folder. */
  out: string;
  stateDir: string;
  /** Threads that render, this one included. */
  jobs: number;
  /** Threads that were started earlier. */
  prestarted?: PrestartedThreads | undefined;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
}

/** Source of the pages: rendered here, or read from parts that other machines rendered (shards/open-parts.ts). */
export type RenderPages = (options: RenderPagesOptions) => AsyncIterable<WrittenPage>;

const BATCH = 16;

/** Renders pages in any order, in small batches, so that few are in memory at a time. */
export async function* renderPages(options: RenderPagesOptions): AsyncIterable<WrittenPage> {
  const { tasks, jobs, signal, stateDir } = options;
  const { config } = options.input;
  const isMany = tasks.length >= MIN_PAGES_FOR_THREADS;
  const prestarted = options.prestarted ?? createPrestartedThreads({ config, stateDir });
  const threads = openRenderThreads({ ...options, prestarted, lastOf: lastOf(options) }, isMany ? jobs - 1 : 0);
  const growth = isMany ? adaptHeapGrowth(threads.renderers.length + 1) : null;
  try {
    const renderers = [...threads.renderers, here(options, () => growth?.adapt())];
    options.reporter.detail(`Threads: ${renderers.length} of at most ${jobs}`);
    yield* distribute(languageByLanguage(tasks), renderers, signal);
  } finally {
    growth?.end();
    await threads.close();
    signal?.throwIfAborted();
  }
}

/** Pages sorted by language: each thread caches the cards of one language (createCardMaker). */
function languageByLanguage(tasks: readonly PageTask[]): PageTask[] {
  const languages = [...new Set(tasks.map(({ route }) => route.lang))];
  return languages.flatMap((lang) => tasks.filter(({ route }) => route.lang === lang));
}

/** A renderer for this thread; between two batches it handles messages of the others, and `adapt` is called. */
function here(options: RenderPagesOptions, adapt: () => void): Renderer {
  const make = createPageWriter(options.context, openStage(options.output.stagePlace, "render"));
  const last = lastOf(options);
  return {
    depth: 1,
    async make(tasks) {
      await setImmediate();
      adapt();
      return tasks.map((task) => make(task.route, last(task)));
    },
  };
}

function lastOf({ output, out }: Pick<RenderPagesOptions, "output" | "out">): (task: PageTask) => LastFiles {
  return ({ route: { path }, keepsPayload, keepsEqual, dependencies }) => ({
    html: output.lastHash(pageFile(path)),
    payload: output.lastHash(payloadFile(path)),
    readPayload: keepsPayload ? join(out, payloadFile(path)) : null,
    readHtml: keepsEqual ? join(out, pageFile(path)) : null,
    dependencies,
  });
}

interface FinishedBatch {
  renderer: Renderer;
  flight: Promise<FinishedBatch>;
  made: WrittenPage[];
}

/** Gives each renderer its next batch when it has finished one. */
async function* distribute(
  tasks: readonly PageTask[],
  renderers: readonly Renderer[],
  signal: AbortSignal | undefined,
): AsyncIterable<WrittenPage> {
  const flights = new Set<Promise<FinishedBatch>>();
  let start = 0;
  const launch = (renderer: Renderer) => {
    if (start >= tasks.length) return;
    const batch = tasks.slice(start, start + BATCH);
    start += BATCH;
    const flight: Promise<FinishedBatch> = renderer.make(batch).then((made) => ({ renderer, flight, made }));
    flights.add(flight);
  };
  for (const renderer of renderers) for (let count = 0; count < renderer.depth; count += 1) launch(renderer);
  while (flights.size > 0) {
    signal?.throwIfAborted();
    const { renderer, flight, made } = await Promise.race(flights);
    flights.delete(flight);
    launch(renderer);
    yield* made;
  }
}
