/** Starts the process that holds a site, and replaces it when needed. */
import { type ChildProcess, fork } from "node:child_process";
import { scriptFile } from "../files/script-file.ts";
import { sitegenError } from "../problems/errors.ts";
import { type Reporter, SILENT } from "../problems/reporter.ts";
import type { DevUpdate } from "./dev/dev-update.ts";
import { FailureError } from "./dev/failure.ts";
import type {
  MessageFromSite,
  MessageToSite,
  ProcessPurpose,
  RequestRun,
  SerializedError,
  SiteRequests,
} from "./messages.ts";

export type SiteProcess = ReturnType<typeof startSiteProcess>;

export interface SiteProcessOptions {
  purpose: ProcessPurpose;
  reporter: Reporter;
  /** What a request fails with whose process ended. */
  ended(how: EndedRequest): Error;
  onUpdate?(update: DevUpdate): void;
  /** Milliseconds without news of a request after which the process is killed: code that loops cannot stop itself. */
  silentMs?: number;
  script?: string;
}

export interface EndedRequest {
  /** True if it was killed since nothing was heard of the request for `silentMs`. */
  isStuck: boolean;
  /** Exit code or signal. */
  by: number | string | null;
  /** The last step that the request reported. */
  step: string;
}

/** A page that takes longer hangs. */
const SILENT_MS = 60_000;
/** A replaced process exits by itself; one that hangs is killed. */
const END_MS = 2000;
const MAX_STARTS = 3;

interface Waiting extends Partial<RequestRun> {
  resolve: (response: SiteRequests[keyof SiteRequests]["response"]) => void;
  reject: (error: Error) => void;
  watchdog: NodeJS.Timeout;
  isStuck: boolean;
  step: string;
  abort: () => void;
}

interface Running {
  child: ChildProcess;
  waiting: Map<number, Waiting>;
  /** True once it has responded or reported a version. */
  isReady: boolean;
  /** It is to end once its last response was sent. */
  isFull: boolean;
  /** True once another one responds instead. */
  isReplaced: boolean;
}

export function startSiteProcess(given: SiteProcessOptions) {
  const { reporter, ended, onUpdate, silentMs = SILENT_MS, script = siteScript() } = given;
  let { purpose } = given;
  let closed = false;
  /** Consecutive processes that exited before they were ready. */
  let failedStarts = 0;
  let current = start();
  /** Starts up while the other one still responds. */
  let next: Running | null = null;
  let ids = 0;

  function start(): Running {
    // One malloc arena: with one per thread, less memory is returned to the system.
    const env = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1" };
    const execArgv = [...process.execArgv, "--expose-gc"];
    const child = fork(script, [], {
      env,
      execArgv,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const running: Running = { child, waiting: new Map(), isReady: false, isFull: false, isReplaced: false };
    child.on("message", (message: MessageFromSite) => take(running, message));
    child.on("exit", (code, signal) => lost(running, code ?? signal));
    send(running, { kind: "open", purpose });
    return running;
  }

  function take(running: Running, message: MessageFromSite): void {
    if (closed) return;
    const waiting = "id" in message && message.id !== undefined ? running.waiting.get(message.id) : undefined;
    waiting?.watchdog.refresh();
    if (message.kind === "log") {
      const { level, text } = message;
      if (waiting && level === "step") waiting.step = text;
      (waiting?.reporter ?? (running === current ? reporter : SILENT))[level](text);
    } else if (message.kind === "alive") waiting?.reporter?.progress(message.done, message.expected);
    else if (message.kind === "response") respond(running, message.id, ({ resolve }) => resolve(message.response));
    else if (message.kind === "failed") respond(running, message.id, ({ reject }) => reject(recreated(message.error)));
    else if (message.kind === "full") replaceFull(running, message.reason);
    else takeUpdate(running, message.update);
  }

  function takeUpdate(running: Running, update: DevUpdate): void {
    isReady(running);
    if (running === next) {
      current.isReplaced = true;
      endReplaced(current);
      [current, next] = [running, null];
    }
    if (running === current) onUpdate?.(update);
  }

  function isReady(running: Running): void {
    running.isReady = true;
    failedStarts = 0;
  }

  function respond(running: Running, id: number, settle: (waiting: Waiting) => void): void {
    isReady(running);
    const waiting = running.waiting.get(id);
    if (!waiting) return;
    finish(running, id, waiting);
    if (!running.isFull || running.waiting.size > 0) settle(waiting);
    else
      void killed(running).then(() => {
        if (!closed) current = start();
        settle(waiting);
      });
    endReplaced(running);
  }

  function finish(running: Running, id: number, { watchdog, signal, abort }: Waiting): void {
    clearTimeout(watchdog);
    signal?.removeEventListener("abort", abort);
    running.waiting.delete(id);
  }

  /** Builds take most memory: two processes at once would use twice as much, so one ends before the next one starts. */
  function replaceFull(running: Running, reason: string): void {
    if (purpose.kind === "builds") running.isFull = true;
    else if (!next) {
      reporter.detail(`The process that renders pages is replaced: it holds ${reason}.`);
      next = start();
    }
  }

  /** It exited: the site's code ended it, it ran out of memory, or it is replaced. */
  function lost(running: Running, by: number | string | null): void {
    for (const [id, waiting] of running.waiting) {
      finish(running, id, waiting);
      waiting.reject(ended({ by, isStuck: waiting.isStuck, step: waiting.step }));
    }
    if (closed || running.isReplaced) return;
    if (running === next) next = null;
    if (running !== current) return;
    failedStarts += running.isReady ? 0 : 1;
    reporter.warn("The render process exited; restarting it.");
    if (next) current = next;
    else if (failedStarts <= MAX_STARTS) current = start();
    else reporter.warn("It exits each time before a page is rendered. Fix the code, then restart the command.");
    next = null;
  }

  function endReplaced(running: Running): void {
    if (running.isReplaced && running.waiting.size === 0) end(running);
  }

  return {
    /** `run`: who hears of this request alone, and a signal that ends it early. Throws what the process threw. */
    request: <K extends keyof SiteRequests>(
      name: K,
      request: SiteRequests[K]["request"],
      run: Partial<RequestRun> = {},
    ): Promise<SiteRequests[K]["response"]> =>
      new Promise((resolve, reject) => {
        if (hasEnded(current) && !next) current = start();
        const running = current;
        ids += 1;
        const id = ids;
        const waiting: Waiting = {
          ...run,
          resolve: resolve as Waiting["resolve"], // the process responds by request number, so the types match
          reject,
          isStuck: false,
          step: "",
          abort: () => send(running, { kind: "abort", id }),
          watchdog: setTimeout(() => {
            waiting.isStuck = true;
            running.child.kill("SIGKILL");
          }, silentMs),
        };
        running.waiting.set(id, waiting);
        send(running, { kind: "request", id, name, request } as MessageToSite, (error) => {
          if (!error || !running.waiting.has(id)) return;
          finish(running, id, waiting);
          reject(ended({ by: error.message, isStuck: false, step: "" }));
        });
        run.signal?.addEventListener("abort", waiting.abort, { once: true });
        if (run.signal?.aborted) waiting.abort();
      }),
    contentChanged() {
      for (const running of [current, next]) if (running) send(running, { kind: "content" });
    },
    /** Starts another process for another purpose. */
    replace(other: ProcessPurpose): void {
      purpose = other;
      if (next) end(next);
      next = start();
    },
    pid: () => current.child.pid,
    close() {
      closed = true;
      for (const running of [current, next]) if (running) end(running);
    },
  };
}

function siteScript(): string {
  const script = scriptFile("site-process");
  if (script === null) throw new Error("Run sitegen by bin/sitegen.mjs: this Node cannot run its sources.");
  return script;
}

function send({ child }: Running, message: MessageToSite, done: (error: Error | null) => void = () => undefined): void {
  child.send(message, done);
}

/** A process that has ended stays connected while one that it started, or a fork under way, has its channel open. */
function hasEnded({ child }: Running): boolean {
  return !child.connected || child.exitCode !== null || child.signalCode !== null;
}

function end({ child }: Running): void {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), END_MS);
  timer.unref();
  child.once("exit", () => clearTimeout(timer));
}

/** Resolves once the process has ended. Its work is done, so nothing is lost. */
function killed(running: Running): Promise<void> {
  running.isReplaced = true;
  return new Promise((resolve) => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return resolve();
    running.child.once("exit", () => resolve());
    running.child.kill("SIGKILL");
  });
}

function recreated({ message, failure, sitegen, file }: SerializedError): Error {
  if (failure) return new FailureError(failure);
  if (sitegen) return sitegenError(sitegen.code, { message, where: sitegen.where, hint: sitegen.hint });
  return Object.assign(new Error(message), file);
}
