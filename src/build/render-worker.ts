/** The script of a render thread: loads the site's code, creates the context once, then renders the jobs it is sent. */
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { RawStory } from "../content/model.ts";
import { createStoryLists } from "../content/story-lists.ts";
import { openStage } from "../publish/stage.ts";
import { byLanguage, forLanguage } from "../site/by-language.ts";
import { openSite } from "./open-site.ts";
import { createRenderContext } from "./render-context.ts";
import type { WorkerInput, WorkerMessage, WorkerReply, WorkerStart } from "./render-task.ts";
import { createPageWriter, type WritePage } from "./write-page.ts";

// Sent by prestarted-threads.ts and render-threads.ts, which share these types.
const { config, stateDir } = workerData as WorkerStart;
const { site: definition, ...blocks } = await (await openSite(config, stateDir)).load();
/** The story of the last page: the pages of a listing follow each other. */
let current: RawStory | undefined;
let make: WritePage | undefined;

function writerOf(input: WorkerInput): WritePage {
  const { byType } = input.site;
  const lists = byLanguage(Object.keys(byType), (lang) => createStoryLists(forLanguage(byType, lang), definition));
  const context = createRenderContext({
    ...input,
    ...blocks,
    definition,
    assets: (filename) => input.assets.get(filename),
    filenames: [],
    site: { ...input.site, lists, problems: [] },
    space: { ...input.space, stories: () => [], index: () => [], bytes: () => undefined, story: () => current },
  });
  return createPageWriter(context, openStage(input.stage, input.name));
}

/** It was validated when it was pulled. */
function parseStory({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): RawStory {
  return JSON.parse(Buffer.from(buffer, byteOffset, length).toString()) as RawStory;
}

parentPort?.on("message", (message: WorkerMessage) => {
  if ("input" in message) {
    make = writerOf(message.input);
    return;
  }
  const write = make;
  if (!write) throw new Error("A thread was given pages before its input.");
  const made = message.jobs.map(({ route, last, story }) => {
    if (story !== "same") current = story === null ? undefined : parseStory(story);
    return write(route, last);
  });
  const reply: WorkerReply = { id: message.id, made, heap: getHeapStatistics().used_heap_size };
  parentPort?.postMessage(reply);
});
