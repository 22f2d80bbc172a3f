/** Waits; an abort ends the wait at once with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    // Timers may fire up to a millisecond early; the caller's arithmetic is exact.
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, Math.ceil(ms) + 1);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
