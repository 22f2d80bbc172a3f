/** Statuses after which a GET is retried once (specification §8). */
const RETRYABLE = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/** Milliseconds for a file, after which the browser loads the page by itself. */
export const TIMEOUT = 15_000;

class HttpError extends Error {
  readonly status: number;
  constructor(url: string, status: number) {
    super(`GET ${url} answered ${status}.`);
    this.status = status;
  }
}

export interface FetchJsonOptions {
  signal?: AbortSignal | undefined;
  priority?: RequestPriority;
  cache?: RequestCache;
  /** Milliseconds; short for requests that navigation waits for. */
  timeout?: number;
}

/** Fetches JSON; retries once after a network failure or a transient server error. */
export async function fetchJson(url: string, options: FetchJsonOptions = {}): Promise<unknown> {
  try {
    return await attempt(url, options);
  } catch (error) {
    const passing = error instanceof HttpError ? RETRYABLE.has(error.status) : error instanceof TypeError;
    if (!passing || options.signal?.aborted) throw error;
    return await attempt(url, options);
  }
}

async function attempt(url: string, { signal, timeout = TIMEOUT, ...options }: FetchJsonOptions): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeout);
  const response = await fetch(url, { ...options, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
  if (!response.ok) throw new HttpError(url, response.status);
  return response.json();
}
