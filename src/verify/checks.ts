import pLimit from "p-limit";
import { SitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { Mismatch } from "./check-file.ts";

/** Requests without an answer in a row after which the site counts as away; each was tried several times. */
const AWAY_AFTER = 5;

const THE_REST: Mismatch = {
  path: "/",
  what: "answer",
  expected: "one from every address",
  got: "none any more: the rest was not checked",
};

export interface Checks {
  /** `path` is shown if its request gets no answer. */
  add(path: string, check: () => Promise<Mismatch[]>): void;
  /** Waits for all. Throws if nothing of the site answers. */
  done(): Promise<void>;
  wrong(): Mismatch[];
  /** Number of requests with a result. */
  count(): number;
}

/**
 * Runs checks concurrently. A request without an answer, or with half of one, is a mismatch and does not stop the others;
 * several in a row do, since the next ones would take as long to fail.
 */
export function createChecks(options: {
  connections: number;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
}): Checks {
  const { connections, reporter, signal } = options;
  const limit = pLimit(connections);
  const wrong: Mismatch[] = [];
  let running: Promise<void>[] = [];
  let count = 0;
  let ended = 0;
  let answered = 0;
  let silent: SitegenError[] = [];
  const isAway = () => silent.length >= AWAY_AFTER;
  const run = async (path: string, check: () => Promise<Mismatch[]>): Promise<void> => {
    signal?.throwIfAborted();
    if (isAway()) return;
    try {
      wrong.push(...(await check()));
      answered += 1;
      silent = [];
    } catch (error) {
      if (!(error instanceof SitegenError) || error.code !== "VERIFY_UNREACHABLE") throw error;
      silent.push(error);
      wrong.push({ path, what: "answer", expected: "a whole one", got: error.message });
    }
    ended += 1;
    if (ended % 50 === 0) reporter.progress(ended, count, "addresses");
  };
  return {
    add(path, check) {
      count += 1;
      running.push(limit(run, path, check));
    },
    async done() {
      try {
        await Promise.all(running);
      } finally {
        limit.clearQueue();
        running = [];
      }
      if (answered === 0 && silent[0]) throw silent[0];
    },
    wrong: () => (isAway() ? [...wrong, THE_REST] : wrong),
    count: () => ended,
  };
}
