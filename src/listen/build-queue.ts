/** Runs one build at a time: after a burst of events at most one more follows the running one. */

export interface RunOutcome {
  ok: boolean;
  /** One line for the log and the console. */
  summary: string;
  /** False if the content service returned no change yet. */
  moved: boolean;
  /** False if nothing was published; default: as `moved`. */
  news?: boolean;
  /** Milliseconds until there may be something new without an event; null if there will not. */
  nextInMs?: number | null;
}

/** What a run is for. */
export interface RunOrder {
  /** Request everything again, including assets. */
  full: boolean;
  /** Names of the sources to ask. */
  due: readonly string[];
  /** The build to put back instead of building; null if none. */
  undo: string | null;
  /** Ends the standstill after a build was put back. */
  resume: boolean;
  /** True if no event asked for it: it only looks for changes. */
  isCheck: boolean;
  /** When the first event came that is not published yet; null if none did. */
  since: number | null;
  /** What those events say. */
  said: readonly string[];
}

export interface BuildQueueOptions {
  run: (order: RunOrder) => Promise<RunOutcome>;
  log: (line: string) => void;
  /** Looks for changes this long after the last run, events or not; default: never. */
  everyMs?: number | undefined;
  /** Milliseconds after the first, second, … consecutive failure; the last value repeats. */
  backoff?: readonly number[];
  /** Wait before the first run of a burst, in milliseconds. */
  settleMs?: number;
  /** The next run starts when no event has come for this long, but at most ten times as long. */
  debounceMs?: number;
  /**
   * The service's CDN caches the version for two seconds, so a run that began sooner after the last event may have
   * missed it, even if it found another change. The service is asked again then.
   */
  recheckMs?: number;
}

export interface BuildQueueState {
  running: boolean;
  queued: boolean;
  /** Looks that found nothing are not counted. */
  runs: number;
  events: number;
  failuresInARow: number;
  last: (RunOutcome & { startedAt: string; ms: number }) | null;
}

export interface Trigger {
  full?: boolean;
  source?: string;
  undo?: string;
  resume?: boolean;
  /** What the event says. */
  said?: string;
  /** False for what no event of the content service asked for: the start, or a person. */
  isEvent?: boolean;
}

export interface BuildQueue {
  trigger(what?: Trigger): void;
  state(): BuildQueueState;
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
}

const BACKOFF = [5_000, 30_000, 120_000, 600_000];
/** Events whose words are kept for one run. */
const MOST_SAID = 20;

/** What has to be done, until a run has done it. */
function createBacklog() {
  let full = false;
  let resume = false;
  let undo: string | null = null;
  let since: number | null = null;
  const sources = new Set<string>();
  const said = new Set<string>();
  return {
    add(what: Trigger) {
      full ||= what.full === true;
      resume ||= what.resume === true;
      undo = what.undo ?? undo;
      if (what.source !== undefined) sources.add(what.source);
      if (what.said && said.size < MOST_SAID) said.add(what.said);
      if (what.isEvent !== false) since ??= Date.now();
    },
    take(isCheck: boolean): RunOrder {
      const order = { full, resume, undo, since, due: [...sources], said: [...said], isCheck };
      [full, resume, undo, since] = [false, false, null, null];
      sources.clear();
      said.clear();
      return order;
    },
    /** After a failure. A build that could not be put back is not tried again. */
    putBack(order: RunOrder) {
      full ||= order.full;
      for (const name of order.due) sources.add(name);
      this.keepEvents(order);
    },
    /** Their change has not been seen yet. */
    keepEvents(order: RunOrder) {
      for (const one of order.said) said.add(one);
      since = order.since ?? since;
    },
  };
}

export function createBuildQueue(options: BuildQueueOptions): BuildQueue {
  const { run, log, backoff = BACKOFF, settleMs = 3, debounceMs = 300, recheckMs = 2_500 } = options;
  const { everyMs = Number.POSITIVE_INFINITY } = options;
  const state: BuildQueueState = { running: false, queued: false, runs: 0, events: 0, failuresInARow: 0, last: null };
  const backlog = createBacklog();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let stopped = false;
  // Not by the clock: a machine that has just woken sets it, and a wait would last until it is there again.
  let lastTrigger = 0;
  let lastEvent = Number.NEGATIVE_INFINITY;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!stopped && ms < Number.POSITIVE_INFINITY) timer = setTimeout(() => (current = work()), ms);
  };

  async function work(): Promise<void> {
    const isCheck = !state.queued && state.failuresInARow === 0;
    state.running = true;
    state.queued = false;
    if (!isCheck) state.runs += 1;
    const started = performance.now();
    const startedAt = new Date().toISOString();
    const order = backlog.take(isCheck);
    const outcome = await run(order).catch(
      (error: unknown): RunOutcome => ({ ok: false, moved: true, summary: String(error) }),
    );
    state.running = false;
    const hasNews = !outcome.ok || (outcome.news ?? outcome.moved);
    if (isCheck && hasNews) state.runs += 1;
    if (!isCheck || hasNews) {
      state.last = { ...outcome, startedAt, ms: Math.round(performance.now() - started) };
      log(`${outcome.ok ? "done" : "failed"} in ${state.last.ms} ms: ${outcome.summary}`);
    }
    const isEarly = started < lastEvent + recheckMs;
    if (!outcome.ok) backlog.putBack(order);
    else if (!hasNews && isEarly) backlog.keepEvents(order);
    next(outcome, isEarly ? Math.max(0, lastEvent + recheckMs - performance.now()) : Number.POSITIVE_INFINITY);
  }

  function next({ ok, nextInMs }: RunOutcome, recheckInMs: number): void {
    state.failuresInARow = ok ? 0 : state.failuresInARow + 1;
    if (state.queued) afterBurst(performance.now() + debounceMs * 10);
    else if (ok) schedule(Math.min(recheckInMs, nextInMs ?? Number.POSITIVE_INFINITY, everyMs));
    else schedule(Math.min(backoff[Math.min(state.failuresInARow, backoff.length) - 1] ?? 0, everyMs));
  }

  function afterBurst(latest: number): void {
    const debouncedUntil = Math.min(lastTrigger + debounceMs, latest);
    const wait = debouncedUntil - performance.now();
    clearTimeout(timer);
    if (wait <= 0) schedule(0);
    else if (!stopped) timer = setTimeout(() => afterBurst(latest), wait);
  }

  return {
    trigger(what = {}) {
      state.events += 1;
      backlog.add(what);
      lastTrigger = performance.now();
      if (what.isEvent !== false) lastEvent = lastTrigger;
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
