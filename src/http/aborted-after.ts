/** A signal that is aborted after some milliseconds, or with the given one. */
export function abortedAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  // Node 20 forgets a timeout to which nobody listens, also where it is part of another signal.
  timeout.addEventListener("abort", () => undefined);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
