/** `--from TARGET`: the state of the last build, from where it was deployed. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { PartialPacks } from "../fetch/snapshot/pack.ts";
import { scriptFile } from "../files/script-file.ts";
import { type ErrorCode, type SitegenError, sitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { FromTarget } from "../publish/session.ts";
import { type BringOptions, type Brought, bringState } from "./bring-state.ts";
import { PART_BYTES, packIn, type StateFile } from "./state-list.ts";

export interface WorkerStart {
  options: BringOptions;
  port: MessagePort;
  flag: SharedArrayBuffer;
}

export type StateQuestion = { pack: StateFile; indexes: readonly number[] } | { path: string; hash: string };
export interface FailedAnswer {
  failed: { code: ErrorCode; message: string; where?: string | undefined; hint?: string | undefined };
}
export type StateAnswer = { bytes: Uint8Array | null } | FailedAnswer;

/** What a build reads of the target while it runs. */
export type StateFromTarget = NonNullable<Awaited<ReturnType<typeof openStateFromTarget>>>;

/** After so many parts that were waited for one by one, all that are missing of a pack are brought at once. */
const ONE_BY_ONE = 48;
const PATIENCE_MS = 120_000;

/** Brings the state; null if there is none that can be used, which it tells. Throws STATE_KEY and STATE_OTHER_SITE. */
export async function openStateFromTarget(options: BringOptions & { reporter: Reporter }) {
  const { reporter, ...bringing } = options;
  reporter.step(`Bringing the state from ${options.address.text}`);
  const started = performance.now();
  const script = scriptFile("state-worker");
  // Without a thread nothing can be waited for later, so everything is brought now.
  const asked = script === null ? null : await startThread(script, bringing);
  const brought = asked ? asked.brought : await bringAll(bringing);
  if (brought.unusable !== null) {
    await asked?.close();
    tellUnusable(reporter, brought.unusable);
    return null;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  reporter.detail(`State: ${(brought.bytes / 1e6).toFixed(1)} MB read, ${seconds} s`);
  let failure: string | null = null;
  const ask = (question: StateQuestion): Uint8Array | null => {
    if (failure === null && asked) {
      const answer = asked.ask(question);
      if (!("failed" in answer)) return answer.bytes;
      if (answer.failed.code !== "STATE_PART") throw errorOf(answer);
      failure = answer.failed.message;
    }
    failure ??= "The state at the target cannot be asked while a build runs.";
    throw sitegenError("STATE_PART", { message: failure });
  };
  const packs = new Map(brought.partial.map((pack) => [packIn(pack.path), partialPack(pack, ask)]));
  return {
    partial: ((name) => packs.get(name) ?? null) satisfies PartialPacks,
    file: ((path, hash) => ask({ path, hash }) ?? new Uint8Array()) satisfies FromTarget,
    /** Why a part could not be brought; null as long as all could. */
    failure: () => failure,
    close: async () => asked?.close(),
  };
}

/** Tells that the state cannot be used. */
export function tellUnusable(reporter: Reporter, why: string): void {
  reporter.warn(`The state at the target is not used: ${why.replace(/\.$/, "")}.`);
}

async function bringAll(options: BringOptions): Promise<Brought> {
  const source = await bringState({ ...options, whole: true });
  await source.close();
  return source.brought;
}

function partialPack(pack: StateFile, ask: (question: StateQuestion) => unknown): ReturnType<PartialPacks> {
  const missing = new Set(pack.parts.keys());
  let waits = 0;
  return {
    bytes: pack.size,
    bring(from, length) {
      const wanted: number[] = [];
      for (let index = Math.floor(from / PART_BYTES); index * PART_BYTES < from + length; index += 1)
        if (missing.has(index)) wanted.push(index);
      if (wanted.length === 0) return;
      waits += 1;
      const indexes = waits > ONE_BY_ONE ? [...missing] : wanted;
      ask({ pack, indexes });
      for (const index of indexes) missing.delete(index);
    },
  };
}

async function startThread(script: string, options: BringOptions) {
  const { port1: port, port2 } = new MessageChannel();
  const flag = new SharedArrayBuffer(4);
  const start: WorkerStart = { options, port: port2, flag };
  const worker = new Worker(script, { workerData: start, transferList: [port2] });
  const close = async () => {
    port.close();
    await worker.terminate();
  };
  const first = await new Promise<{ brought: Brought } | FailedAnswer>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread that brings the state ended with ${code}.`)));
  });
  if ("failed" in first) {
    await close();
    throw errorOf(first);
  }
  worker.on("error", () => undefined);
  worker.unref();
  return {
    brought: first.brought,
    close,
    /** Waits for the answer. */
    ask(question: StateQuestion): StateAnswer {
      const waiting = new Int32Array(flag);
      Atomics.store(waiting, 0, 0);
      port.postMessage(question);
      const waited = Atomics.wait(waiting, 0, 0, PATIENCE_MS);
      const answer = waited === "timed-out" ? undefined : receiveMessageOnPort(port);
      return (answer?.message as StateAnswer) ?? LOST_ANSWER; // sent by state-worker.ts
    },
  };
}

const LOST_ANSWER: FailedAnswer = {
  failed: { code: "STATE_PART", message: "The state at the target cannot be used: it does not respond." },
};

function errorOf({ failed: { code, ...details } }: FailedAnswer): SitegenError {
  return sitegenError(code, details);
}
