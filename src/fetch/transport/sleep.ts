import { createAlarm } from "./alarm.ts";

/** Waits; an abort ends the wait at once with the signal's reason. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return createAlarm(signal).wait(ms);
}
