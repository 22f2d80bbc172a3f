import { type HostCircuitBreaker, HostUnreachableError } from "./host-circuit-breaker.ts";

/** What a server says of the version it sent; given back, it tells whether there is another. Empty when not said. */
export interface Version {
  etag: string;
  lastModified: string;
}

export interface Download {
  bytes: Uint8Array;
  version: Version;
}

/** No asset of a website is larger; what is would fill the host. */
const MAX_ASSET_BYTES = 100 * 1024 * 1024;

export interface DownloadOptions {
  timeoutMs: number;
  /** The version at hand: where it is still the server's, nothing is sent. */
  known?: Version | undefined;
  maxBytes?: number | undefined;
  /** Runs each request; one that a host was given up for fails at once. */
  hosts?: HostCircuitBreaker | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches one asset, its body within the timeout too; once more after a network fault or a 5xx. Null: still `known`.
 */
export async function download(url: URL, options: DownloadOptions): Promise<Download | null> {
  const { hosts, signal } = options;
  const request = () => attempt(url, options);
  const ask = () => (hosts ? hosts.ask(url.host, request) : request());
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted || error instanceof FinalError || error instanceof HostUnreachableError) throw error;
    return ask();
  }
}

class FinalError extends Error {}

async function attempt(url: URL, options: DownloadOptions): Promise<Download | null> {
  const { timeoutMs, known, maxBytes = MAX_ASSET_BYTES, signal } = options;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FinalError(`${url.protocol} addresses are not fetched`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    headers: conditions(known),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  if (known && response.status === 304) return null;
  const refused = refusal(response, maxBytes);
  if (refused) {
    await response.body?.cancel();
    throw refused;
  }
  const { headers } = response;
  const version = { etag: headers.get("etag") ?? "", lastModified: headers.get("last-modified") ?? "" };
  return { bytes: await readBody(response, maxBytes), version };
}

function conditions(known: Version | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { "if-none-match": known.etag } : {}),
    ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
}

function refusal({ status, ok, headers }: Response, maxBytes: number): Error | null {
  if (!ok) {
    const message = `the server answered ${status}`;
    return status >= 500 ? new Error(message) : new FinalError(message);
  }
  // Servers that have lost a file, or want a login, often say so in a page with status 200.
  if (/^(text\/html|application\/xhtml)/i.test(headers.get("content-type") ?? ""))
    return new FinalError("the server answered with a web page instead of the file");
  return Number(headers.get("content-length")) > maxBytes ? tooLarge(maxBytes) : null;
}

/** Stops at the limit, whatever the server said of the length. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(maxBytes: number): Error {
  return new FinalError(`it is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB`);
}
