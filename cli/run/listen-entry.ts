/** From a build's result to the entry that the console, the notice and the state folder have of it. */
import type { ResidentBuild } from "../../src/generate/resident/messages.ts";
import { countProblems, type ProblemGroup } from "../../src/incremental/problem-report.ts";
import type { Board } from "../../src/listen/board.ts";
import type { RunOrder } from "../../src/listen/build-queue.ts";
import type { EntryProblem, PublishEntry } from "../../src/listen/publish-log.ts";

const MOST_PROBLEMS = 20;
const MOST_STORIES = 20;

/** A publish that is under way, or has failed and is tried again: one entry, whatever it takes. */
export function beginEntry(board: Board, order: RunOrder, unfinished: PublishEntry | null): PublishEntry {
  const now = new Date().toISOString();
  const received = order.since === null ? null : new Date(order.since).toISOString();
  if (unfinished !== null && order.undo === null)
    return { ...unfinished, at: now, receivedAt: unfinished.receivedAt ?? received, said: order.said.slice() };
  return {
    number: board.nextNumber(),
    kind: order.undo === null ? "publish" : "undo",
    ok: false,
    isLive: false,
    at: now,
    receivedAt: received,
    buildId: "",
    previous: board.state.live?.buildId ?? "",
    stories: [],
    published: 0,
    removed: 0,
    pages: [],
    written: 0,
    gone: 0,
    said: order.said.slice(),
    problems: [],
    problemCount: 0,
    summary: "",
    takenBack: [],
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
  const { stories, published, removed, storyIds } = facts;
  const known = entry.stories.filter(({ id }) => stories.every((story) => story.id !== id));
  return {
    ...counted,
    stories: [...stories, ...known].slice(0, MOST_STORIES),
    published: published + known.length,
    removed: removed + entry.removed,
    problems: problemsOf(groups, storyIds),
  };
}

/** The first of each kind, errors first, as links into the editor need them. */
function problemsOf(groups: readonly ProblemGroup[], storyIds: Readonly<Record<string, number>>): EntryProblem[] {
  const first = groups.filter(({ severity }) => severity !== "info").flatMap((group) => group.first);
  return first.slice(0, MOST_PROBLEMS).map(({ severity, code, message, path, story }) => ({
    severity,
    code,
    message,
    path,
    story: { id: storyIds[story.replace(/^\/|\/$/g, "")] ?? 0, name: story, slug: story },
  }));
}
