/**
 * Waits for a function of the site, no longer than so many milliseconds. Its signal is aborted then, and when the other one
 * is.
 */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { ms, late, signal }: { ms: number; late: string; signal?: AbortSignal | undefined },
): Promise<T> {
  const over = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  const stop = () => over.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => over.abort(new Error(late)), ms);
  try {
    return await Promise.race([work(over.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
