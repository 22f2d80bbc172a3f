/** The last publishes, on disk, so that the console knows them after a restart. */
import * as z from "zod";
import { readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { messageOf } from "../problems/cause.ts";

const text = z.string().max(2_000);
const count = z.number().int().min(0);
const date = z.iso.datetime();
const buildId = z.string().regex(/^[\w-]{0,64}$/);

const story = z.object({ id: z.number().int(), space: z.string().optional(), name: text, slug: text });
const page = z.object({ path: text, isThere: z.boolean() });
const problem = z.object({
  severity: z.enum(["error", "warning", "info"]),
  code: text,
  message: text,
  path: text,
  story,
});

const entry = z.object({
  number: count,
  /** `undo`: an earlier build was put back. `check`: a draft was looked at. */
  kind: z.enum(["publish", "undo", "check"]),
  ok: z.boolean(),
  /** True if visitors have it, even if a later step failed. */
  isLive: z.boolean(),
  /** When visitors had it, or when it failed. */
  at: date,
  /** When the first webhook came; null if none did. */
  receivedAt: date.nullable(),
  buildId,
  /** The build before it; "" if there was none. */
  previous: buildId,
  stories: z.array(story),
  /** Stories that were published and removed, of which `stories` has the first. */
  published: count,
  removed: count,
  pages: z.array(page),
  /** Pages that were written and removed, of which `pages` has the first. */
  written: count,
  gone: count,
  /** What the webhooks say. */
  said: z.array(text),
  problems: z.array(problem),
  /** Errors and warnings in the site's content. */
  problemCount: count,
  summary: text,
  /** For `undo`: the numbers of what it took back. */
  takenBack: z.array(count),
});

const language = z.object({ code: text, locale: text, words: z.record(z.string(), text) });

const stored = z.object({
  format: z.literal(1),
  entries: z.array(entry),
  live: z.object({ buildId, at: date }).nullable(),
  /** Set after an undo, until something is published: the space's snapshot that stays unpublished. */
  standstill: z.object({ snapshot: text, at: date }).nullable(),
  /** The space's snapshot of the last build; "" if unknown. */
  snapshot: text,
  languages: z.array(language),
});

export type PublishEntry = z.infer<typeof entry>;
export type EntryProblem = z.infer<typeof problem>;
export type PublishState = z.infer<typeof stored>;

const MOST_ENTRIES = 100;
const EMPTY: PublishState = {
  format: 1,
  entries: [],
  live: null,
  standstill: null,
  snapshot: "",
  languages: [],
};

export type PublishLog = ReturnType<typeof openPublishLog>;

/** A file that is missing, damaged or of another version counts as empty: only the past is lost. */
export function openPublishLog(file: string, warn: (line: string) => void) {
  let state = readState(file, warn);
  const save = (next: PublishState) => {
    state = next;
    try {
      writeWithChecksum(file, JSON.stringify(next));
    } catch (error) {
      warn(`The list of publishes could not be stored: ${messageOf(error)}`);
    }
  };
  return {
    read: (): Readonly<PublishState> => state,
    /** Replaces the entry of this number, or adds it; the newest is the first. */
    put(given: PublishEntry): void {
      const others = state.entries.filter(({ number }) => number !== given.number);
      const entries = [shortened(given), ...others].sort((a, b) => b.number - a.number).slice(0, MOST_ENTRIES);
      save({ ...state, entries });
    },
    set(change: Partial<Omit<PublishState, "format" | "entries">>): void {
      save({ ...state, ...change });
    },
    nextNumber: (): number => Math.max(0, ...state.entries.map(({ number }) => number)) + 1,
  };
}

function readState(file: string, warn: (line: string) => void): PublishState {
  const content = readWithChecksum(file, () => warn("The list of publishes was damaged; it begins anew."));
  if (content === null) return EMPTY;
  try {
    return stored.parse(JSON.parse(content));
  } catch {
    warn("The list of publishes is not one of this version; it begins anew.");
    return EMPTY;
  }
}

/** Texts of the content have no limit, the file has. */
function shortened<T>(value: T): T {
  const short = (_: string, part: unknown) => (typeof part === "string" ? part.slice(0, 2_000) : part);
  return JSON.parse(JSON.stringify(value, short)) as T; // the same shape
}
