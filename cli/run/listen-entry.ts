/** From a build's result to the entry that the console, the notice and the state folder have of it. */

import { withoutOuterSlashes } from "../../src/content/rules/paths.ts";
import { countProblems, type ProblemGroup } from "../../src/incremental/problem-report.ts";
import type { Board } from "../../src/listen/board.ts";
import type { RunOrder } from "../../src/listen/build-queue.ts";
import type { EntryProblem, PublishEntry } from "../../src/listen/publish-log.ts";
import type { StagedStory } from "../../src/listen/server.ts";
import type { ResidentBuild } from "../../src/resident/messages.ts";
import type { StoryRef } from "../../src/site/spaces.ts";
import { pluralize } from "../report.ts";

const MOST_PROBLEMS = 20;
const MOST_STORIES = 20;

const EMPTY_ENTRY = {
  ok: false,
  isLive: false,
  receivedAt: null,
  buildId: "",
  previous: "",
  stories: [],
  published: 0,
  removed: 0,
  pages: [],
  written: 0,
  gone: 0,
  said: [],
  problems: [],
  problemCount: 0,
  summary: "",
  takenBack: [],
};

/** What was found in a draft. */
export function checkEntry(
  board: Board,
  story: StagedStory & StoryRef & { name: string },
  problems: EntryProblem[],
): PublishEntry {
  const count = problems.length;
  return {
    ...EMPTY_ENTRY,
    number: board.nextNumber(true),
    kind: "check",
    ok: count === 0,
    at: new Date().toISOString(),
    stories: [{ id: story.id, space: story.space, name: story.name, slug: story.slug }],
    published: 1,
    said: story.said === "" ? [] : [story.said],
    problems: problems.slice(0, MOST_PROBLEMS),
    problemCount: count,
    summary: pluralize(count, "problem"),
  };
}

/** A publish that is under way, or has failed and is tried again: one entry, whatever it takes. */
export function beginEntry(board: Board, order: RunOrder, unfinished: PublishEntry | null): PublishEntry {
  const now = new Date().toISOString();
  const received = order.since === null ? null : new Date(order.since).toISOString();
  if (unfinished !== null && order.undo === null)
    return { ...unfinished, at: now, receivedAt: unfinished.receivedAt ?? received, said: order.said.slice() };
  return {
    ...EMPTY_ENTRY,
    number: board.nextNumber(),
    kind: order.undo === null ? "publish" : "undo",
    at: now,
    receivedAt: received,
    previous: board.state.live?.buildId ?? "",
    said: order.said.slice(),
  };
}

/**
 * Adds what the build was about. After a failure in deploy or verify, the next build finds nothing new, and what was
 * known stays.
 */
export function withFacts(entry: PublishEntry, { facts, problems: groups, summary }: ResidentBuild): PublishEntry {
  const counts = countProblems(groups);
  const counted = {
    ...entry,
    written: entry.written + summary.pages.written,
    gone: entry.gone + summary.pages.removed,
    problemCount: counts.error + counts.warning,
  };
  if (facts === null) return counted;
  const { stories, published, removed, problemStories } = facts;
  const known = entry.stories.filter(({ id, space }) =>
    stories.every((story) => story.id !== id || story.space !== space),
  );
  return {
    ...counted,
    stories: [...stories, ...known].slice(0, MOST_STORIES),
    published: published + known.length,
    removed: removed + entry.removed,
    problems: problemsOf(groups, problemStories),
  };
}

/** The first of each kind, errors first, as links into the editor need them. */
function problemsOf(groups: readonly ProblemGroup[], stories: Readonly<Record<string, StoryRef>>): EntryProblem[] {
  const first = groups.filter(({ severity }) => severity !== "info").flatMap((group) => group.first);
  return first.slice(0, MOST_PROBLEMS).map(({ severity, code, message, path, story }) => ({
    severity,
    code,
    message,
    path,
    story: { ...(stories[withoutOuterSlashes(story)] ?? { id: 0 }), name: story, slug: story },
  }));
}
