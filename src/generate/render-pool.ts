import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Route } from "../content/map/site.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import type { Problem } from "../problems/problem.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { pageFile, payloadFile } from "../publish/page-files.ts";
import { openStage, type RenderedFile, type Stage, type StageLocation, stageIfChanged } from "../publish/stage.ts";
import { eachWithPageDeadline } from "./page-deadline.ts";
import { createReferenceFinder, type PageReferences } from "./page-references.ts";
import { createPageRenderer, type PageHtml, type PageToRender } from "./page-renderer.ts";
import type { PreparedClient } from "./prepare-client.ts";
import type { RenderContext } from "./render-context.ts";
import { payloadAgain } from "./render-payload.ts";
import { resolvePage } from "./render-route.ts";
import { MIN_PAGES_FOR_THREADS, openRenderThreads, type ThreadInput, type ThreadStart } from "./render-threads.ts";

export interface PageTask {
  route: Route;
  /**
   * The page's dependencies if only the shared state or its words have changed: the published payload is right except for
   * the shared state's name.
   */
  kept: readonly string[] | null;
}

/** A page's files; they are on disk, so that memory does not grow with the site. */
export interface WrittenFiles {
  html: RenderedFile;
  payload: RenderedFile;
  /** Block names, dependencies and problems of the page; null if its payload was kept. */
  found: { blocks: string[]; dependencies: Dependency[]; problems: Problem[] } | null;
  /** What its HTML depends on besides the payload. */
  shown: Dependency[];
  references: PageReferences;
  /** Milliseconds it took to make. */
  ms: number;
}

export type WrittenPage = { route: Route } & ({ page: WrittenFiles } | { message: string });

export interface RenderPagesOptions extends ThreadStart {
  tasks: readonly PageTask[];
  context: RenderContext;
  client: Pick<PreparedClient, "bundle" | "icons">;
  output: Pick<OutputTransaction, "stageLocation" | "lastHash">;
  out: string;
  /** Threads that render, this one included. */
  jobs: number;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
}

/** Source of the pages: rendered here, or read from parts that other machines rendered (shards/open-parts.ts). */
export type RenderPages = (options: RenderPagesOptions) => AsyncIterable<WrittenPage>;

/** How many pages share a message to a thread, and a deadline (page-deadline.ts). */
const TOGETHER = 4;

/**
 * Renders pages in any order. This thread makes the payloads, since it alone knows the stories, and renders those for
 * which no other thread has room; a few pages are in memory at a time.
 */
export async function* renderPages(options: RenderPagesOptions): AsyncIterable<WrittenPage> {
  const { context, client, output, config, stateDir, jobs, reporter, signal } = options;
  const isMany = options.tasks.length >= MIN_PAGES_FOR_THREADS;
  const input = threadInput(context, client, output.stageLocation);
  const threads = openRenderThreads(isMany ? jobs - 1 : 0, { config, stateDir }, input);
  reporter.detail(`Threads: ${threads.count + 1} of at most ${jobs}`);
  const stage = openStage(output.stageLocation, "render");
  const begin = createPageMaker(options, stage);
  const renderHere = createPageRenderer(context, stage);
  const finished: WrittenPage[] = [];
  const flights = new Set<Promise<void>>();
  let failure: unknown;
  const arrive = async (begun: readonly BegunPage[], sent: Promise<PageHtml[]>): Promise<void> => {
    try {
      for (const [nth, made] of (await sent).entries()) finished.push((begun[nth] as BegunPage).end(made)); // one for each
    } catch (error) {
      failure ??= error;
    }
  };
  const render = (begun: readonly BegunPage[]): void => {
    const sent = threads.render(begun.map(({ page }) => page));
    if (sent) {
      const flight = arrive(begun, sent).finally(() => flights.delete(flight));
      flights.add(flight);
    } else for (const [{ end }, made] of renderHere(begun)) finished.push(end(made));
  };
  const tasks = languageByLanguage(options.tasks);
  try {
    for (let at = 0; at < tasks.length; at += TOGETHER) {
      const begun: BegunPage[] = [];
      for (const one of begin(tasks.slice(at, at + TOGETHER))) "end" in one ? begun.push(one) : finished.push(one);
      if (begun.length > 0) render(begun);
      await setImmediate(); // the other threads' messages, and signals
      signal?.throwIfAborted();
      if (failure) throw failure;
      yield* finished.splice(0);
    }
    while (flights.size > 0) {
      await Promise.race(flights);
      signal?.throwIfAborted();
      if (failure) throw failure;
      yield* finished.splice(0);
    }
  } finally {
    await threads.close();
    signal?.throwIfAborted();
  }
}

/** What threads are told: plain data, without functions, which cannot be sent. */
function threadInput(
  { settings, shared }: RenderContext,
  { bundle, icons }: RenderPagesOptions["client"],
  stage: StageLocation,
): ThreadInput {
  const { css, sheets, boot, app, consent, fonts, chunks } = bundle;
  return { settings, shared, icons, stage, bundle: { css, sheets, boot, app, consent, fonts, chunks } };
}

/** Pages sorted by language: the cards of one language are cached (createCardMaker). */
function languageByLanguage(tasks: readonly PageTask[]): PageTask[] {
  const languages = [...new Set(tasks.map(({ route }) => route.lang))];
  return languages.flatMap((lang) => tasks.filter(({ route }) => route.lang === lang));
}

/** A page whose payload is made; `end` takes the result of rendering it. */
interface BegunPage {
  page: PageToRender;
  end(made: PageHtml): WrittenPage;
}

/** Makes payloads. A page that fails is finished here. */
function createPageMaker(
  { context, output, out }: Pick<RenderPagesOptions, "context" | "output" | "out">,
  stage: Stage,
): (tasks: readonly PageTask[]) => (BegunPage | WrittenPage)[] {
  const referencesOf = createReferenceFinder(context);
  const unseen = context.testHooks?.unrecorded;
  const read = (file: string) => {
    context.count("files");
    return readFileSync(join(out, file), "utf8");
  };
  const payloadOf = ({ route, kept }: PageTask) => {
    const started = performance.now();
    const found = kept ? null : resolvePage(route, context);
    const json = found?.json ?? payloadAgain(read(payloadFile(route.path)), context);
    return { ms: performance.now() - started, json, found };
  };
  const begin = (task: PageTask, made: ReturnType<typeof payloadOf> | { message: string }): BegunPage | WrittenPage => {
    const { route, kept } = task;
    const { path, lang } = route;
    if ("message" in made) return { route, ...made };
    const { json, found, ms } = made;
    return {
      page: { path, json, lastHtml: output.lastHash(pageFile(path)) },
      end(rendered) {
        if ("message" in rendered) return { route, ...rendered };
        const dependencies = found?.dependencies ?? kept ?? [];
        const page = {
          html: rendered.html,
          shown: rendered.shown.filter((one) => !one.startsWith(`${unseen}:`)),
          // A page that fails leaves no payload in the stage.
          payload: stageIfChanged(stage, payloadFile(path), json, output.lastHash(payloadFile(path))),
          found,
          references: referencesOf({ path, lang, dependencies }, rendered.addresses),
          ms: ms + rendered.ms,
        };
        return { route, page };
      },
    };
  };
  return (tasks) => eachWithPageDeadline(tasks, payloadOf).map(([task, made]) => begin(task, made));
}
