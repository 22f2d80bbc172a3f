/** Starts the process that renders the pages of `sitegen serve --watch`, and replaces it when needed. */
import type { ChildProcess } from "node:child_process";
import { scriptFile } from "../files/script-file.ts";
import type { DevUpdate } from "../generate/dev/dev-update.ts";
import { FailureError, failureWithoutLocation } from "../generate/dev/failure.ts";
import type { DevProcessOptions, MessageFromSite, SiteRequests } from "../generate/dev/messages.ts";
import { forkScript, hasEnded } from "../generate/fork-script.ts";
import type { Reporter } from "../problems/reporter.ts";

export interface SiteProcess {
  ask<K extends keyof SiteRequests>(name: K, ask: SiteRequests[K]["ask"]): Promise<SiteRequests[K]["answer"]>;
  contentChanged(): void;
  /** Starts another process, with other options or because this one holds old code of sitegen. */
  replace(options?: DevProcessOptions): void;
  close(): void;
}

/** A page that takes longer hangs: the process is killed, and a new one handles the next request. */
const ANSWER_MS = 60_000;
/** A replaced process exits by itself; one that hangs is killed. */
const END_MS = 2000;
const MAX_STARTS = 3;

interface Waiting {
  resolve: (answer: SiteRequests[keyof SiteRequests]["answer"]) => void;
  reject: (error: Error) => void;
}

interface Running {
  child: ChildProcess;
  waiting: Map<number, Waiting>;
  /** True once it has reported a version. */
  ready: boolean;
  /** True once another one responds instead; it exits after its pending responses. */
  isReplaced: boolean;
}

function siteScript(): string {
  const script = scriptFile("site-process");
  if (script === null) throw new Error("Run sitegen by bin/sitegen.mjs: this Node cannot run its sources.");
  return script;
}

function renderEnded(): FailureError {
  const error = new Error("The render process exited.");
  return new FailureError({ ...failureWithoutLocation(error), title: "Render ended" });
}

export function startSiteProcess(
  first: DevProcessOptions,
  hear: { reporter: Reporter; onUpdate: (update: DevUpdate) => void; onOwnCode: () => void },
): SiteProcess {
  const { reporter, onUpdate, onOwnCode } = hear;
  const script = siteScript();
  let options = first;
  let closed = false;
  /** Processes in a row that exited before they reported a version. */
  let fruitless = 0;
  let current = start();
  /** Starts up while the other one still responds. */
  let next: Running | null = null;
  let ids = 0;

  function start(): Running {
    const child = forkScript(script);
    const running: Running = { child, waiting: new Map(), ready: false, isReplaced: false };
    child.on("message", (message: MessageFromSite) => take(running, message));
    child.on("exit", () => lost(running));
    child.send({ kind: "open", options }, () => undefined);
    return running;
  }

  function take(running: Running, message: MessageFromSite): void {
    if (closed) return;
    if (message.kind === "answer") running.waiting.get(message.id)?.resolve(message.answer);
    if (message.kind === "failed") running.waiting.get(message.id)?.reject(new FailureError(message.failure));
    if (message.kind === "answer" || message.kind === "failed") {
      running.waiting.delete(message.id);
      endReplaced(running);
    }
    if (message.kind === "said" && running === current) reporter[message.how](message.text);
    if (message.kind === "full") prepare(message.reason);
    if (message.kind === "own-code") onOwnCode();
    if (message.kind !== "update") return;
    running.ready = true;
    fruitless = 0;
    if (running === next) {
      const old = current;
      current = running;
      next = null;
      old.isReplaced = true;
      endReplaced(old);
    }
    if (running === current) onUpdate(message.update);
  }

  function prepare(reason: string): void {
    if (next) return;
    reporter.detail(`The process that renders pages is replaced: it holds ${reason}.`);
    next = start();
  }

  /** It exited unexpectedly: the site's code ended it, or it ran out of memory. */
  function lost(running: Running): void {
    for (const { reject } of running.waiting.values()) reject(renderEnded());
    running.waiting.clear();
    if (closed) return;
    if (running === next) next = null;
    if (running !== current) return;
    fruitless += running.ready ? 0 : 1;
    reporter.warn("The render process exited; restarting it.");
    if (next) current = next;
    else if (fruitless <= MAX_STARTS) current = start();
    else reporter.warn("It exits each time before a page is rendered. Fix the code, then restart the command.");
    next = null;
  }

  function endReplaced(running: Running): void {
    if (running.isReplaced && running.waiting.size === 0) end(running);
  }

  function end({ child }: Running): void {
    if (child.connected) child.disconnect();
    const timer = setTimeout(() => child.kill("SIGKILL"), END_MS);
    timer.unref();
    child.once("exit", () => clearTimeout(timer));
  }

  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        const { child, waiting } = current;
        if (hasEnded(child)) return reject(renderEnded());
        ids += 1;
        const id = ids;
        const timer = setTimeout(() => child.kill("SIGKILL"), ANSWER_MS);
        // The process responds by request number, so the types match.
        const done = resolve as Waiting["resolve"];
        const over =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            then(value);
          };
        waiting.set(id, { resolve: over(done), reject: over(reject) });
        child.send({ kind: "ask", id, name, ask }, (error) => {
          if (error) waiting.get(id)?.reject(error);
        });
      }),
    contentChanged() {
      for (const running of [current, next]) running?.child.send({ kind: "content" }, () => undefined);
    },
    replace(other = options) {
      options = other;
      if (next) end(next);
      next = start();
    },
    close() {
      closed = true;
      for (const running of [current, next]) if (running) end(running);
    },
  };
}
