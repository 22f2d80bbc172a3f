/** What the console shows, as data: the page and /console.json have the same. */
import type { Board, Progress } from "../board.ts";
import type { BuildQueueState } from "../build-queue.ts";
import { addressOf, type Places, secondsOf } from "../notice.ts";
import type { PublishEntry } from "../publish-log.ts";

type StoryOfEntry = PublishEntry["stories"][number];
type Status = "live" | "published" | "fault" | "failed" | "taken back" | "undo" | "checked";

interface LinkedStory extends StoryOfEntry {
  /** Opens it in the visual editor; "" if unknown. */
  editor: string;
}

export interface ShownEntry extends Omit<PublishEntry, "stories" | "pages" | "problems"> {
  status: Status;
  /** From the first webhook to the visitor. */
  seconds: number | null;
  stories: LinkedStory[];
  pages: { path: string; url: string }[];
  problems: (Omit<PublishEntry["problems"][number], "story"> & { story: LinkedStory })[];
  /** The build that an undo would put back, when it was published, and the entries it would take back. */
  undo: { build: string; at: string; takesBack: number[] } | null;
}

export interface ConsoleFacts {
  live: { buildId: string; at: string } | null;
  site: string;
  progress: Progress | null;
  isFailing: boolean;
  standstillSince: string | null;
  publishes: ShownEntry[];
  /** Number of the newest entry. */
  newest: number;
}

/** Older ones can be put back with `sitegen rollback`. */
const MOST_UNDO = 10;

export function consoleFacts(input: {
  board: Board;
  queue: BuildQueueState;
  places: Places;
  restorable: ReadonlySet<string>;
}): ConsoleFacts {
  const { board, queue, places } = input;
  const { entries, live, standstill } = board.state;
  const current = entries.find(({ kind, isLive }) => kind !== "check" && isLive);
  const taken = new Set(current?.takenBack);
  const liveNumber = entries.find(
    (one) => one.isLive && one.buildId === live?.buildId && !taken.has(one.number),
  )?.number;
  let undos = 0;
  const publishes = entries.map((entry): ShownEntry => {
    const undo = undos < MOST_UNDO ? undoOf(entry, { ...input, taken }) : null;
    if (undo !== null) undos += 1;
    return {
      ...entry,
      status: statusOf(entry, { taken, isLive: entry.number === liveNumber }),
      seconds: secondsOf(entry),
      stories: storiesOf(entry, entries).map((story) => linked(story, places)),
      pages: entry.pages.map(({ path, isThere }) => ({
        path,
        url: isThere && places.site !== "" ? addressOf(places, path) : "",
      })),
      problems: entry.problems.map((problem) => ({ ...problem, story: linked(problem.story, places) })),
      undo,
    };
  });
  return {
    live,
    site: places.site,
    progress: board.progress(),
    isFailing: queue.failuresInARow > 0,
    standstillSince: standstill?.at ?? null,
    publishes,
    newest: entries[0]?.number ?? 0,
  };
}

function statusOf(entry: PublishEntry, { taken, isLive }: { taken: ReadonlySet<number>; isLive: boolean }): Status {
  if (entry.kind === "check") return "checked";
  if (!entry.ok) return entry.isLive ? "fault" : "failed";
  if (taken.has(entry.number)) return "taken back";
  if (entry.kind === "undo") return "undo";
  return isLive ? "live" : "published";
}

function undoOf(
  entry: PublishEntry,
  { board, restorable, taken }: { board: Board; restorable: ReadonlySet<string>; taken: ReadonlySet<number> },
): ShownEntry["undo"] {
  const { entries, live } = board.state;
  const { previous, number } = entry;
  if (entry.kind === "check" || !entry.isLive || taken.has(number)) return null;
  if (previous === "" || previous === live?.buildId || !restorable.has(previous)) return null;
  const later = entries.filter((one) => one.number >= number && one.kind !== "check" && one.isLive);
  const takesBack = later.filter((one) => !taken.has(one.number)).map((one) => one.number);
  const at = entries.find((one) => one.buildId === previous && one.number < number)?.at ?? "";
  return { build: previous, at, takesBack };
}

/** An undo is about the stories that it took back. */
function storiesOf(entry: PublishEntry, entries: readonly PublishEntry[]): PublishEntry["stories"] {
  const taken = entries.filter(({ number }) => entry.takenBack.includes(number));
  return [...entry.stories, ...taken.flatMap(({ stories }) => stories)];
}

function linked(story: StoryOfEntry, { editor }: Places): LinkedStory {
  return { ...story, editor: editor(story) };
}
