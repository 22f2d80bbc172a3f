/** One generate at a time: a burst of events becomes at most the one that runs and one after it. */

export interface RunOutcome {
  ok: boolean;
  /** One line for the log and for GET /. */
  summary: string;
  /** False when the content service did not show any change yet. */
  moved: boolean;
}

export interface BuildQueueOptions {
  /** `full` asks for everything again, assets included. */
  run: (how: { full: boolean }) => Promise<RunOutcome>;
  log: (line: string) => void;
  /** Milliseconds; the first entry follows the first failure in a row, the last one repeats. */
  backoff?: readonly number[];
  /** Wait before the first run of a burst, in milliseconds. */
  settleMs?: number;
  /** The run after that waits until no event came for so long, but never longer than ten times that. */
  debounceMs?: number;
  /**
   * The service's version is cached for two seconds at its edge: an unmoved answer right after an event is asked again.
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
  trigger(how?: { full: boolean }): void;
  state(): BuildQueueState;
  /** Starts nothing more and waits for what runs. */
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
    const outcome = await run({ full }).catch((error: unknown) => ({ ok: false, moved: true, summary: String(error) }));
    fullIsDue ||= full && !outcome.ok;
    state.running = false;
    state.last = { ...outcome, startedAt: new Date(started).toISOString(), ms: Date.now() - started };
    log(`${outcome.ok ? "done" : "failed"} in ${state.last.ms} ms: ${outcome.summary}`);
    next(outcome);
  }

  function next(outcome: RunOutcome): void {
    state.failuresInARow = outcome.ok ? 0 : state.failuresInARow + 1;
    if (state.queued) afterBurst(Date.now() + debounceMs * 10);
    else if (!outcome.ok) schedule(backoff[Math.min(state.failuresInARow, backoff.length) - 1] ?? 0);
    else if (!outcome.moved && !rechecked) {
      rechecked = true;
      schedule(recheckMs);
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
    trigger({ full } = { full: false }) {
      state.events += 1;
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
