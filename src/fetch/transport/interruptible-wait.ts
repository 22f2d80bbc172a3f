/** A wait that can be ended early, for one caller at a time. */
export interface InterruptibleWait {
  /** Resolves after `ms` or at the next `ring`; rejects with the signal's reason if aborted. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

export function createInterruptibleWait(signal: AbortSignal | undefined): InterruptibleWait {
  let ring = () => {};
  return {
    ring: () => ring(),
    wait: (ms) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const end = (settle: () => void) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
          ring = () => {};
          settle();
        };
        const abort = () => end(() => reject(signal?.reason));
        ring = () => end(resolve);
        // Timers may fire up to a millisecond early, and the caller relies on the time.
        const timer = setTimeout(() => end(resolve), Math.ceil(ms) + 1);
        signal?.addEventListener("abort", abort, { once: true });
      }),
  };
}
