/** What is known of publishing at this moment: what is live, what is under way, what was published. */
import { isDeepStrictEqual } from "node:util";
import type { PublishEntry, PublishLog, PublishState } from "./publish-log.ts";

export interface Progress {
  /** As the build reports it, such as "Rendering". */
  step: string;
  done: number;
  /** 0 if unknown. */
  total: number;
  /** In milliseconds since 1970. */
  startedAt: number;
}

/** What is shown changes: only what is under way, or everything. */
type BoardChange = "progress" | "all";

export type Board = ReturnType<typeof createBoard>;

export function createBoard(log: PublishLog) {
  const listeners = new Set<(change: BoardChange) => void>();
  let progress: Progress | null = null;
  let isQuiet = false;
  const tell = (change: BoardChange) => {
    for (const listener of listeners) listener(change);
  };
  return {
    get state(): Readonly<PublishState> {
      return log.read();
    },
    progress: (): Progress | null => (isQuiet ? null : progress),
    /** Shown from the second step on if it is only a look for changes. */
    begin(isCheck: boolean): void {
      progress = { step: "", done: 0, total: 0, startedAt: Date.now() };
      isQuiet = isCheck;
      if (!isQuiet) tell("progress");
    },
    step(title: string): void {
      if (progress === null) return;
      isQuiet &&= progress.step === "";
      progress = { ...progress, step: title, done: 0, total: 0 };
      if (!isQuiet) tell("progress");
    },
    count(done: number, total: number): void {
      if (progress === null) return;
      progress = { ...progress, done, total };
      if (!isQuiet) tell("progress");
    },
    /** Visitors have this build from now on. */
    goLive(buildId: string): void {
      if (log.read().live?.buildId === buildId) return;
      log.set({ live: { buildId, at: new Date().toISOString() } });
      tell("all");
    },
    put(entry: PublishEntry): void {
      log.put(entry);
      tell("all");
    },
    set(change: Parameters<PublishLog["set"]>[0]): void {
      const state = Object.entries(log.read());
      const before = Object.fromEntries(state.filter(([name]) => Object.hasOwn(change, name)));
      if (isDeepStrictEqual(before, change)) return;
      log.set(change);
      tell("all");
    },
    /** For an entry beside what is under way, which gets the next number once it is in the list. */
    nextNumber: (isBeside = false): number => log.nextNumber() + (isBeside && progress !== null ? 1 : 0),
    /** Nothing is under way any more. */
    end(): void {
      progress = null;
      tell("progress");
    },
    onChange(listener: (change: BoardChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
