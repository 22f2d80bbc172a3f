/** Runs one build at a time: after a burst of events at most one more follows the running one. */

export interface RunOutcome {
  ok: boolean;
  /** One line for the log and the console. */
  summary: string;
  /** False if the content service returned no change yet. */
  moved: boolean;
  /** Milliseconds until there may be something new without an event; null if there will not. */
  nextInMs?: number | null;
}

export interface BuildQueueOptions {
  /** `full` requests everything again, including assets; `due` names the sources to ask. */
  run: (how: { full: boolean; due: readonly string[] }) => Promise<RunOutcome>;
  log: (line: string) => void;
  /** Milliseconds after the first, second, … consecutive failure; the last value repeats. */
  backoff?: readonly number[];
  /** Wait before the first run of a burst, in milliseconds. */
  settleMs?: number;
  /** The next run starts when no event has come for this long, but at most ten times as long. */
  debounceMs?: number;
  /**
   * The service's CDN caches the version for two seconds, so an unchanged response right after an event is requested
   * again.
   */
  recheckMs?: number;
}

export interface BuildQueueState {
  running: boolean;
  queued: boolean;
  runs: number;
  events: number;
  failuresInARow: number;
  last: (RunOutcome & { startedAt: string; ms: number }) | null;
}

export interface BuildQueue {
  trigger(how?: { full?: boolean; source?: string }): void;
  state(): BuildQueueState;
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
}

const BACKOFF = [5_000, 30_000, 120_000, 600_000];

export function createBuildQueue(options: BuildQueueOptions): BuildQueue {
  const { run, log, backoff = BACKOFF, settleMs = 3, debounceMs = 300, recheckMs = 2_500 } = options;
  const state: BuildQueueState = { running: false, queued: false, runs: 0, events: 0, failuresInARow: 0, last: null };
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let stopped = false;
  let rechecked = false;
  let lastEvent = 0;
  let fullIsDue = false;
  let sourcesDue = new Set<string>();

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => (current = work()), ms);
  };

  async function work(): Promise<void> {
    state.running = true;
    state.queued = false;
    state.runs += 1;
    const started = Date.now();
    const full = fullIsDue;
    fullIsDue = false;
    const due = [...sourcesDue];
    sourcesDue = new Set();
    const outcome = await run({ full, due }).catch((error: unknown) => ({
      ok: false,
      moved: true,
      summary: String(error),
    }));
    fullIsDue ||= full && !outcome.ok;
    if (!outcome.ok) for (const name of due) sourcesDue.add(name);
    state.running = false;
    state.last = { ...outcome, startedAt: new Date(started).toISOString(), ms: Date.now() - started };
    log(`${outcome.ok ? "done" : "failed"} in ${state.last.ms} ms: ${outcome.summary}`);
    next(outcome);
  }

  function next(outcome: RunOutcome): void {
    state.failuresInARow = outcome.ok ? 0 : state.failuresInARow + 1;
    if (state.queued) afterBurst(Date.now() + debounceMs * 10);
    else if (!outcome.ok) schedule(backoff[Math.min(state.failuresInARow, backoff.length) - 1] ?? 0);
    else {
      const recheck = !outcome.moved && !rechecked;
      rechecked ||= recheck;
      const wait = Math.min(recheck ? recheckMs : Infinity, outcome.nextInMs ?? Infinity);
      if (wait < Infinity) schedule(wait);
    }
  }

  function afterBurst(latest: number): void {
    const debouncedUntil = Math.min(lastEvent + debounceMs, latest);
    const wait = debouncedUntil - Date.now();
    clearTimeout(timer);
    if (wait <= 0) schedule(0);
    else if (!stopped) timer = setTimeout(() => afterBurst(latest), wait);
  }

  return {
    trigger({ full = false, source } = {}) {
      state.events += 1;
      if (source !== undefined) sourcesDue.add(source);
      fullIsDue ||= full;
      lastEvent = Date.now();
      rechecked = false;
      if (state.queued) return;
      state.queued = true;
      if (!state.running) schedule(settleMs);
    },
    state: () => ({ ...state }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
