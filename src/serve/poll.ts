import { setTimeout as sleep } from "node:timers/promises";

export interface PollOptions<T> {
  everyMs: number;
  signal: AbortSignal;
  read: () => Promise<T>;
  onChange: (value: T) => void;
  onFailure: (error: unknown) => void;
}

/** Polls a value and reports changes. A repeated error is reported once. */
export async function poll<T>(options: PollOptions<T>): Promise<void> {
  const { everyMs, signal, read, onChange, onFailure } = options;
  let known: { value: T } | null = null;
  let failing = false;
  while (!signal.aborted) {
    try {
      const value = await read();
      failing = false;
      if (known && known.value !== value) onChange(value);
      known = { value };
    } catch (error) {
      if (!failing && !signal.aborted) onFailure(error);
      failing = true;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
