import { type HostCircuitBreaker, HostUnreachableError } from "./host-circuit-breaker.ts";

/**
 * Validators of a downloaded version (ETag, Last-Modified), for conditional requests. Empty if the server sent none.
 */
export interface Validators {
  etag: string;
  lastModified: string;
}

export interface Download {
  bytes: Uint8Array;
  version: Validators;
}

/** No asset of a website is larger; one that is could fill the disk. */
const MAX_ASSET_BYTES = 100 * 1024 * 1024;

export interface DownloadOptions {
  timeoutMs: number;
  /** The known version: if it is still current, the server sends nothing. */
  known?: Validators | undefined;
  maxBytes?: number | undefined;
  /** Runs each request; a request to a host that was given up fails at once. */
  hosts?: HostCircuitBreaker | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Downloads an asset, with a timeout that includes the body; retries once after a network failure or a 5xx. Null if
 * `known` is current.
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

/** A failure that another request at once would not change. */
export class FinalError extends Error {}

async function attempt(url: URL, options: DownloadOptions): Promise<Download | null> {
  const { timeoutMs, known, maxBytes = MAX_ASSET_BYTES, signal } = options;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FinalError(`${url.protocol} URLs are not downloaded`);
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

function conditions(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { "if-none-match": known.etag } : {}),
    ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
}

function refusal({ status, ok, headers }: Response, maxBytes: number): Error | null {
  if (!ok) {
    const message = `the server responded with ${status}`;
    return status >= 500 ? new Error(message) : new FinalError(message);
  }
  // Servers that lost a file, or require a login, often respond with a page and status 200.
  if (/^(text\/html|application\/xhtml)/i.test(headers.get("content-type") ?? ""))
    return new FinalError("the server sent a web page instead of the file");
  return Number(headers.get("content-length")) > maxBytes ? tooLarge(maxBytes) : null;
}

/** Stops at the limit, whatever Content-Length says. */
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
