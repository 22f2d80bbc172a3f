/** A thread that makes pages: its context is made once, stories come in with each job. */
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { RawStory } from "../content/model.ts";
import { createStoryLists } from "../content/story-lists.ts";
import { openStage } from "../publish/stage.ts";
import { at, byLanguage } from "../site/by-language.ts";
import { openSite } from "./open-site.ts";
import { createRenderContext } from "./render-context.ts";
import type { RenderJob, WorkerInput, WorkerReply } from "./render-task.ts";
import { createPageWriter } from "./write-page.ts";

const input = workerData as WorkerInput; // posted by render-threads.ts, which shares this type
let current: RawStory | undefined;

const { site: definition, ...blocks } = await (await openSite(input.config, input.stateDir)).load();
const { byType } = input.site;
const lists = byLanguage(Object.keys(byType), (lang) => createStoryLists(at(byType, lang), definition));
const context = createRenderContext({
  ...input,
  ...blocks,
  definition,
  assets: (filename) => input.assets.get(filename),
  filenames: [],
  site: { ...input.site, lists, problems: [] },
  space: { ...input.space, stories: () => [], index: () => [], json: () => undefined, story: () => current },
});
const make = createPageWriter(context, openStage(input.stage, input.name));

parentPort?.on("message", ({ id, jobs }: { id: number; jobs: RenderJob[] }) => {
  const made = jobs.map(({ route, last, story }) => {
    current = JSON.parse(story) as RawStory;
    return make(route, last);
  });
  const reply: WorkerReply = { id, made, heap: getHeapStatistics().used_heap_size };
  parentPort?.postMessage(reply);
});
