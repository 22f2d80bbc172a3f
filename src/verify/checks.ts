import pLimit from "p-limit";
import { SitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { Mismatch } from "./check-file.ts";

/** After this many requests in a row without a response the site counts as unreachable; each was retried. */
const MAX_UNREACHABLE = 5;

const THE_REST: Mismatch = {
  path: "/",
  what: "answer",
  expected: "one from every address",
  got: "none any more: the rest was not checked",
};

export interface Checks {
  /** `path` is reported if its request gets no response. */
  add(path: string, check: () => Promise<Mismatch[]>): void;
  /** Waits for all. Throws if no request got a response. */
  done(): Promise<void>;
  wrong(): Mismatch[];
  /** Number of requests with a result. */
  count(): number;
}

/**
 * Runs checks concurrently. A request without a complete response is a mismatch and does not stop the others; several
 * in a row do, since the next ones would take as long to fail.
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
  let unreachable: SitegenError[] = [];
  const isUnreachable = () => unreachable.length >= MAX_UNREACHABLE;
  const run = async (path: string, check: () => Promise<Mismatch[]>): Promise<void> => {
    signal?.throwIfAborted();
    if (isUnreachable()) return;
    try {
      wrong.push(...(await check()));
      answered += 1;
      unreachable = [];
    } catch (error) {
      if (!(error instanceof SitegenError) || error.code !== "VERIFY_UNREACHABLE") throw error;
      unreachable.push(error);
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
      if (answered === 0 && unreachable[0]) throw unreachable[0];
    },
    wrong: () => (isUnreachable() ? [...wrong, THE_REST] : wrong),
    count: () => ended,
  };
}
