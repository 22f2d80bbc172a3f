import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { abortedAfter } from "../http/aborted-after.ts";
import { errno } from "../problems/cause.ts";
import { type AllowedHosts, requireAllowedHost, requirePublishableType } from "./allowed-hosts.ts";
import { FinalError } from "./asset-problems.ts";
import { type HostCircuitBreaker, HostUnreachableError } from "./host-circuit-breaker.ts";
import { publicLookup, type Resolve } from "./public-addresses.ts";

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

const MAX_REDIRECTS = 5;

export interface DownloadOptions extends AllowedHosts {
  timeoutMs: number;
  /** The known version: if it is still current, the server sends nothing. */
  known?: Validators | undefined;
  maxBytes?: number | undefined;
  /** Runs each request; a request to a host that was given up fails at once. */
  hosts?: HostCircuitBreaker | undefined;
  /** Finds the addresses of a host; default: the system's. */
  resolve?: Resolve;
  signal?: AbortSignal | undefined;
}

/**
 * Downloads an asset, with a timeout that includes redirects and the body; retries once after a network failure or a
 * 5xx. Null if `known` is current. Every asset is requested here: only allowed hosts are, also after a redirect.
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

async function attempt(url: URL, options: DownloadOptions): Promise<Download | null> {
  const { known, maxBytes = MAX_ASSET_BYTES } = options;
  const signal = abortedAfter(options.timeoutMs, options.signal);
  let response: IncomingMessage | undefined;
  try {
    response = await followRedirects(url, { ...options, signal });
    if (known && response.statusCode === 304) {
      response.resume();
      return null;
    }
    const refused = refusal(response, maxBytes);
    if (refused) throw refused;
    const { etag = "", "last-modified": lastModified = "" } = response.headers;
    return { bytes: await readBody(response, maxBytes), version: { etag, lastModified } };
  } catch (error) {
    response?.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}

async function followRedirects(url: URL, options: DownloadOptions): Promise<IncomingMessage> {
  let next = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(next, options);
    const { statusCode = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return response;
    response.destroy();
    next = redirectTarget(headers.location, next, options);
  }
  throw new FinalError(`it is redirected more than ${MAX_REDIRECTS} times`);
}

function redirectTarget(location: string, from: URL, hosts: AllowedHosts): URL {
  try {
    const url = new URL(location, from.href);
    requirePublishableType(url);
    requireAllowedHost(url, hosts);
    return url;
  } catch (cause) {
    throw new FinalError(`the server redirects it, and ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Sends one request to an allowed host, if its address is allowed too. */
function send(url: URL, options: DownloadOptions): Promise<IncomingMessage> {
  const { known, signal, resolve } = options;
  const kind = requireAllowedHost(url, options);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const headers = { accept: "*/*", "accept-encoding": "identity", ...conditions(known) };
  const lookup = kind === "service" ? { lookup: publicLookup(resolve) } : {};
  return new Promise((done, fail) => {
    request(url, { headers, signal, ...lookup })
      .on("response", done)
      .on("error", fail)
      .end();
  });
}

function conditions(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { "if-none-match": known.etag } : {}),
    ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
}

function refusal({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): Error | null {
  if (statusCode < 200 || statusCode > 299) {
    const message = `the server responded with ${statusCode}`;
    return statusCode >= 500 ? new Error(message) : new FinalError(message);
  }
  // Servers that lost a file, or require a login, often respond with a page and status 200.
  if (/^(text\/html|application\/xhtml)/i.test(headers["content-type"] ?? ""))
    return new FinalError("the server sent a web page instead of the file");
  return Number(headers["content-length"]) > maxBytes ? tooLarge(maxBytes) : null;
}

/** Stops at the limit, whatever Content-Length says and however small the compressed body is. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of decoded(response)) {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (cause) {
    // Node's own message is "aborted".
    throw errno(cause) === "ECONNRESET"
      ? Object.assign(new Error("the connection ended too early"), { code: "ECONNRESET" })
      : cause;
  }
  return Buffer.concat(chunks, length);
}

/** Stores may send a file compressed although that was not asked for. */
function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.toLowerCase() ?? "";
  const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const create = Object.entries(decoders).find(([name]) => name === encoding)?.[1];
  return create ? pipeline(response, create(), () => undefined) : response;
}

function tooLarge(maxBytes: number): Error {
  return new FinalError(`it is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB`);
}
