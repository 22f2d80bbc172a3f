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
export type BoardChange = "progress" | "all";

export interface Board {
  readonly state: Readonly<PublishState>;
  progress(): Progress | null;
  /** Shown from the second step on if it is only a look for changes. */
  begin(isCheck: boolean): void;
  step(title: string): void;
  count(done: number, total: number): void;
  /** Visitors have this build from now on. */
  goLive(buildId: string): void;
  put(entry: PublishEntry): void;
  set: PublishLog["set"];
  /** For an entry beside what is under way, which gets the next number once it is in the list. */
  nextNumber(isBeside?: boolean): number;
  /** Nothing is under way any more. */
  end(): void;
  onChange(listener: (change: BoardChange) => void): () => void;
}

export function createBoard(log: PublishLog): Board {
  const listeners = new Set<(change: BoardChange) => void>();
  let progress: Progress | null = null;
  let isQuiet = false;
  const tell = (change: BoardChange) => {
    for (const listener of listeners) listener(change);
  };
  return {
    get state() {
      return log.read();
    },
    progress: () => (isQuiet ? null : progress),
    begin(isCheck) {
      progress = { step: "", done: 0, total: 0, startedAt: Date.now() };
      isQuiet = isCheck;
      if (!isQuiet) tell("progress");
    },
    step(title) {
      if (progress === null) return;
      isQuiet &&= progress.step === "";
      progress = { ...progress, step: title, done: 0, total: 0 };
      if (!isQuiet) tell("progress");
    },
    count(done, total) {
      if (progress === null) return;
      progress = { ...progress, done, total };
      if (!isQuiet) tell("progress");
    },
    goLive(buildId) {
      if (log.read().live?.buildId === buildId) return;
      log.set({ live: { buildId, at: new Date().toISOString() } });
      tell("all");
    },
    put(entry) {
      log.put(entry);
      tell("all");
    },
    set(change) {
      const state = Object.entries(log.read());
      const before = Object.fromEntries(state.filter(([name]) => Object.hasOwn(change, name)));
      if (isDeepStrictEqual(before, change)) return;
      log.set(change);
      tell("all");
    },
    nextNumber: (isBeside = false) => log.nextNumber() + (isBeside && progress !== null ? 1 : 0),
    end() {
      progress = null;
      tell("progress");
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
