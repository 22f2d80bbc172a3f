/** A network failure of a host that was given up: it is not asked any more in this build. */
export class HostUnreachableError extends Error {}

/** Failures in a row, without a single answer between them, after which a host is given up. */
const FAILURES = 6;
/** Time without any download after which every host that fails is given up at its first failure. */
const SILENCE_MS = 60_000;

export interface HostCircuitBreaker {
  /** Runs one request to the host; refuses at once where the host was given up. */
  ask<T>(host: string, request: () => Promise<T>): Promise<T>;
  isGivenUp(host: string): boolean;
}

/**
 * Keeps a build from waiting for hosts that do not answer: each request to one costs its whole timeout, and a space may
 * name thousands of files there. An answer with an error status is an answer.
 */
export function createHostCircuitBreaker(now: () => number = () => performance.now()): HostCircuitBreaker {
  const failures = new Map<string, number>();
  const givenUp = new Set<string>();
  let lastAnswer = now();
  return {
    isGivenUp: (host) => givenUp.has(host),
    async ask(host, request) {
      if (givenUp.has(host)) throw new HostUnreachableError(`the host ${host} does not answer`);
      try {
        const result = await request();
        failures.delete(host);
        lastAnswer = now();
        return result;
      } catch (error) {
        if (!isNetworkFailure(error)) {
          failures.delete(host);
          throw error;
        }
        const count = (failures.get(host) ?? 0) + 1;
        failures.set(host, count);
        if (count >= FAILURES || now() - lastAnswer > SILENCE_MS) givenUp.add(host);
        throw error;
      }
    },
  };
}

/** `fetch` reports a broken connection as a TypeError with a cause, and a timeout as a TimeoutError. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}
