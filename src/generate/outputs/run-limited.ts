import { withDeadline } from "../page-deadline.ts";

/**
 * Runs a function of the site and waits for its result, no longer than so many seconds: what blocks the thread is
 * stopped, what waits is no longer waited for.
 */
export async function runLimited<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const usual = "`timeout` of the output allows more";
  const over = new AbortController();
  const late = new Promise<never>((_, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason), { once: true });
  });
  late.catch(() => undefined);
  const stop = () => over.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () => over.abort(new Error(`It was stopped after ${seconds} seconds; ${usual}.`)),
    seconds * 1000,
  );
  try {
    return await Promise.race([withDeadline(() => work(over.signal), seconds * 1000, usual), late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
