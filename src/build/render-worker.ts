/** The script of a render thread: loads the site's code, creates the context once, then renders the jobs it is sent. */
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { Lang, RawStory } from "../content/model.ts";
import { createSourceIndex } from "../content/source-values.ts";
import { createStoryLists } from "../content/story-lists.ts";
import { openStage } from "../publish/stage.ts";
import { byLanguage, forLanguage } from "../site/by-language.ts";
import { openSite } from "./open-site.ts";
import { createRenderContext } from "./render-context.ts";
import type { NeedyPage, RenderJob, WorkerInput, WorkerMessage, WorkerReply, WorkerStart } from "./render-task.ts";
import { createPageWriter, type WritePage, type WrittenPage } from "./write-page.ts";

// Sent by prestarted-threads.ts and render-threads.ts, which share these types.
const { config, stateDir } = workerData as WorkerStart;
const { site: definition, ...blocks } = await (await openSite(config, stateDir)).load();
/** The story of the last page: the pages of a listing follow each other. */
let current: RawStory | undefined;
let make: WritePage | undefined;
/** Stories that pages show blocks of, by the language of the response and uuid. */
const others = new Map<string, RawStory | undefined>();
/** More than one page needs of them. */
const MAX_OTHERS = 1_000;
/** The story that the page needs and that the thread does not have. */
let needs: string | null = null;

function storyOf(answer: Lang, uuid: string): RawStory | undefined {
  if (current?.uuid === uuid) return current;
  const key = `${answer} ${uuid}`;
  if (others.has(key)) return others.get(key);
  needs = key;
  throw new Error(`The story ${uuid} is not in this thread.`);
}

function writerOf(input: WorkerInput): WritePage {
  const { byType } = input.site;
  const lists = byLanguage(Object.keys(byType), (lang) => createStoryLists(forLanguage(byType, lang), definition));
  const context = createRenderContext({
    ...input,
    ...blocks,
    definition,
    assets: (filename) => input.assets.get(filename),
    filenames: [],
    values: Object.fromEntries(Object.entries(input.values).map(([name, rows]) => [name, createSourceIndex(rows)])),
    site: { ...input.site, lists, problems: [] },
    space: { ...input.space, stories: () => [], index: () => [], bytes: () => undefined, story: storyOf },
  });
  return createPageWriter(context, openStage(input.stage, input.name));
}

function learn({ key, story }: NonNullable<RenderJob["other"]>): void {
  if (others.size >= MAX_OTHERS) others.clear();
  others.set(key, story === null ? undefined : parseStory(story));
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
  const made: WrittenPage[] = [];
  const needy: NeedyPage[] = [];
  for (const { route, last, story, other } of message.jobs) {
    const before = current;
    if (other) learn(other);
    if (story !== "same") current = story === null ? undefined : parseStory(story);
    needs = null;
    const page = write(route, last);
    if (needs === null) made.push(page);
    else needy.push({ route, needs });
    // The next page's story may be the same as that of the page before this one.
    if (other) current = before;
  }
  const reply: WorkerReply = { id: message.id, made, needy, heap: getHeapStatistics().used_heap_size };
  parentPort?.postMessage(reply);
});
