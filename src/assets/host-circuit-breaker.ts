/** A network failure of a host that is not requested any more in this build. */
export class HostUnreachableError extends Error {}

/** Consecutive failures without any response after which a host is given up. */
const FAILURES = 6;
/** Time without any download after which every host is given up at its first failure. */
const SILENCE_MS = 60_000;

export type HostCircuitBreaker = ReturnType<typeof createHostCircuitBreaker>;

/**
 * Keeps a build from waiting for hosts that do not respond: each request would take its whole timeout, and a space may
 * refer to thousands of files there. A response with an error status counts as a response.
 */
export function createHostCircuitBreaker(now: () => number = () => performance.now()) {
  const failures = new Map<string, number>();
  const givenUp = new Set<string>();
  let lastResponse = now();
  return {
    isGivenUp: (host: string) => givenUp.has(host),
    /** Runs a request to the host; fails at once if the host was given up. */
    async ask<T>(host: string, request: () => Promise<T>): Promise<T> {
      if (givenUp.has(host)) throw new HostUnreachableError(`the host ${host} does not respond`);
      try {
        const result = await request();
        failures.delete(host);
        lastResponse = now();
        return result;
      } catch (error) {
        if (!isNetworkFailure(error)) {
          failures.delete(host);
          throw error;
        }
        const count = (failures.get(host) ?? 0) + 1;
        failures.set(host, count);
        if (count >= FAILURES || now() - lastResponse > SILENCE_MS) givenUp.add(host);
        throw error;
      }
    },
  };
}

/** Node's network errors have a code such as ECONNREFUSED or ENOTFOUND, and the name of the call or of the phase. */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "TimeoutError";
  return error instanceof Error && "code" in error && /^E[A-Z]+$/.test(String(error.code));
}
