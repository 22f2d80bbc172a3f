/** A wait that can be ended early. One waiter at a time. */
export interface InterruptibleWait {
  /** Ends after `ms` or at the next ring; an abort ends it with the signal's reason. */
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
        // Timers may fire up to a millisecond early; the caller's arithmetic is exact.
        const timer = setTimeout(() => end(resolve), Math.ceil(ms) + 1);
        signal?.addEventListener("abort", abort, { once: true });
      }),
  };
}
