import { createInterruptibleWait } from "./interruptible-wait.ts";

/** Waits; rejects at once with the signal's reason if aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return createInterruptibleWait(signal).wait(ms);
}
