/** Checks a story whose workflow stage changed, in a process of its own, so that no publish waits for it. */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { PACKAGE_ROOT } from "../../src/files/package-root.ts";
import { spaceIdOf } from "../../src/generate/content-service.ts";
import type { EntryProblem } from "../../src/listen/publish-log.ts";
import type { StagedStory } from "../../src/listen/server.ts";
import { messageOf } from "../../src/problems/cause.ts";
import type { Problem } from "../../src/problems/problem.ts";
import { MAIN_SPACE, type StoryRef } from "../../src/site/spaces.ts";
import { checkEntry } from "./listen-entry.ts";
import type { PublisherOptions } from "./listen-publish.ts";

/** More wait for nothing: a bulk change of stages checks the first. */
const MOST_WAITING = 50;
const TIMEOUT_MS = 600_000;
const MOST_BYTES = 16 * 1024 * 1024;

type StageChecks = Pick<PublisherOptions, "config" | "flags" | "context" | "log" | "board" | "tell">;

/** Returns the function that is called with each story; one is checked at a time. */
export function createStageChecks(options: StageChecks): (story: StagedStory) => void {
  const { log, board, tell } = options;
  const waiting = new Map<number, StagedStory>();
  let isRunning = false;

  async function checkAll(): Promise<void> {
    isRunning = true;
    for (let [story] = waiting.values(); story; [story] = waiting.values()) {
      waiting.delete(story.id);
      await checkOne(story);
    }
    isRunning = false;
  }

  async function checkOne(story: StagedStory): Promise<void> {
    try {
      const ref = refOf(story, options);
      const { name, problems } = await checkStory(ref, { ...options, isKnown: story.spaceId !== "" });
      const entry = checkEntry(board, { ...story, ...ref, name: name || story.slug }, problems);
      log(`checked ${story.slug || story.id}: ${entry.summary}`);
      for (const one of entry.problems)
        log([one.code, one.story.name, one.path, one.message].filter(Boolean).join(" "));
      board.put(entry);
      tell(entry);
    } catch (error) {
      log(`${story.slug || story.id} could not be checked: ${messageOf(error)}`);
    }
  }

  return (story) => {
    if (waiting.size < MOST_WAITING) waiting.set(story.id, story);
    if (!isRunning) void checkAll();
  };
}

/** The space is found by its id, which is in the configuration or the last pull. */
function refOf({ id, spaceId }: StagedStory, { config, flags, context }: StageChecks): StoryRef {
  const stateDir = resolve(context.cwd, flags.state);
  const names = spaceId === "" ? [] : Object.keys(config.storyblok.spaces);
  const space = names.find((name) => spaceIdOf(name, { config, stateDir }) === spaceId);
  return space === undefined ? { id } : { id, space };
}

/** Without a token that reads drafts, the published version is checked. */
async function checkStory(
  story: StoryRef,
  { config, flags, context, isKnown }: StageChecks & { isKnown: boolean },
): Promise<{ name: string; problems: EntryProblem[] }> {
  const { cwd, streams, signal } = context;
  const named = isKnown ? `${story.space ?? MAIN_SPACE}:${story.id}` : String(story.id);
  const what = config.storyblok.previewToken === "" ? "--offline" : "--draft";
  const file = flags.config === undefined ? [] : ["--config", flags.config];
  const args = ["check", "--json", "--story", named, "--state", flags.state, what, ...file];
  const given = { cwd, env: { ...streams.env }, signal, timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES };
  const stdout = await new Promise<string>((resolve, reject) => {
    const program = join(PACKAGE_ROOT, "bin", "sitegen.mjs");
    execFile(process.execPath, [program, ...args], given, (error, out) => {
      if (out.startsWith("{")) resolve(out);
      else reject(error ?? new Error("The check said nothing."));
    });
  });
  const {
    story: title = "",
    problems,
    error,
  } = JSON.parse(stdout) as { story?: string; problems?: Problem[]; error?: { message: string } };
  if (!problems) throw new Error(error?.message ?? "The check did not end.");
  // A story has a page in each language, which is part of its name in a problem.
  const linked = problems.map(({ severity, code, message, path, story: name }) => {
    return { severity, code, message, path, story: { ...story, name, slug: name } };
  });
  return { name: title, problems: linked };
}
