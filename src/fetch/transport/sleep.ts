import { createInterruptibleWait } from "./interruptible-wait.ts";

/** Waits; an abort ends the wait at once with the signal's reason. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return createInterruptibleWait(signal).wait(ms);
}
