/** A thread that speaks with a target, so that a build can wait for a part in the middle of what is not asynchronous. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../problems/cause.ts";
import { SitegenError } from "../problems/errors.ts";
import { type BringOptions, bringState, type StateSource } from "./bring-state.ts";
import type { FailedAnswer, StateAnswer, StateQuestion, WorkerStart } from "./from-target.ts";

// Sent by from-target.ts, which has the types.
const { options, port, flag } = workerData as WorkerStart & { options: BringOptions };
let source: StateSource | undefined;

/** What the other side waits for: an answer, and the change of the flag. */
async function answer(question: StateQuestion): Promise<StateAnswer> {
  if (!source) throw new Error("The state's thread was asked before it had begun.");
  if ("path" in question) return { bytes: await source.file(question.path, question.hash) };
  await source.parts(question.pack, question.indexes);
  return { bytes: null };
}

function failedAnswer(error: unknown): FailedAnswer {
  const message = messageOf(error);
  if (!(error instanceof SitegenError)) return { failed: { code: "UNEXPECTED", message } };
  const { code, where, hint } = error;
  return { failed: { code, message, where, hint } };
}

port.on("message", async (question: StateQuestion) => {
  port.postMessage(await answer(question).catch(failedAnswer));
  const waiting = new Int32Array(flag);
  Atomics.store(waiting, 0, 1);
  Atomics.notify(waiting, 0);
});

try {
  source = await bringState(options);
  parentPort?.postMessage({ brought: source.brought });
} catch (error) {
  parentPort?.postMessage(failedAnswer(error));
}
