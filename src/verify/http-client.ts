import { setMaxListeners } from "node:events";
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { createRetry, TransientError } from "../deploy/retry.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";

/** A response; redirects are not followed. */
export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Decoded body. */
  body: Uint8Array;
}

export interface HttpClient {
  get(url: string): Promise<HttpResponse>;
  close(): void;
}

const TIMEOUT_MS = 30_000;
const DECODERS: Record<string, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

export interface HttpClientOptions {
  connections: number;
  /** Longest silence of a response. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

class NoAnswer extends Error {}

/**
 * Sends requests like a browser, over kept-alive connections; retries transient failures. Silence is one only of a host
 * that has answered before: a host that never did would take as long each time.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutMs = TIMEOUT_MS } = options;
  let hasAnswered = false;
  const agents = {
    "http:": new PlainAgent({ keepAlive: true, maxSockets: options.connections }),
    "https:": new TlsAgent({ keepAlive: true, maxSockets: options.connections }),
  };
  // Each request adds a listener for the interrupt.
  if (options.signal) setMaxListeners(options.connections + 10, options.signal);
  const retry = createRetry({ signal: options.signal, tries: 4 });
  return {
    get: (url) =>
      retry(async () => {
        try {
          const response = await ask(new URL(url), agents, { timeoutMs, signal: options.signal });
          hasAnswered = true;
          return response;
        } catch (error) {
          throw isSilence(error) && !hasAnswered ? error.cause : error;
        }
      }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function isSilence(error: unknown): error is TransientError {
  return error instanceof TransientError && error.cause instanceof Error && error.cause.cause instanceof NoAnswer;
}

async function ask(
  url: URL,
  agents: { "http:": PlainAgent; "https:": TlsAgent },
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<HttpResponse> {
  const isTls = url.protocol === "https:";
  const settings = {
    agent: isTls ? agents["https:"] : agents["http:"],
    headers: { "accept-encoding": "gzip", "user-agent": "sitegen verify", accept: "*/*" },
    timeout: timeoutMs,
    ...(signal && { signal }),
  };
  try {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isTls ? tlsRequest : plainRequest)(url, settings, resolve);
      request.on("timeout", () => request.destroy(new NoAnswer(`no answer within ${timeoutMs / 1000} s`)));
      request.on("error", reject);
      request.end();
    });
    const parts: Buffer[] = [];
    for await (const part of message as AsyncIterable<Buffer>) parts.push(part);
    const status = message.statusCode ?? 0;
    if (status === 429 || status === 503) {
      throw new TransientError(unreachable(url, `it answers ${status}`), { slowDown: true });
    }
    return { status, headers: plainHeaders(message), body: await decoded(Buffer.concat(parts), message) };
  } catch (error) {
    if (signal?.aborted || error instanceof TransientError) throw error;
    const why = messageOf(error);
    throw new TransientError(unreachable(url, why, error));
  }
}

/** An error that says why an address cannot be fetched. */
export function unreachable({ href }: { href: string }, why: string, cause?: unknown): Error {
  const hint = /certificate/i.test(why)
    ? { hint: CERTIFICATE }
    : /wrong version number/.test(why)
      ? { hint: PLAIN }
      : {};
  return sitegenError("VERIFY_UNREACHABLE", {
    message: `${href} cannot be fetched: ${why}.`,
    where: href,
    cause,
    ...hint,
  });
}

const PLAIN =
  "What is at this port does not encrypt: give the address with http://, or the port that has the certificate.";
const CERTIFICATE =
  "Renew the server's certificate, or have it send the whole chain; browsers refuse it too. That of an authority of your own is trusted with NODE_EXTRA_CA_CERTS=its-file.pem.";

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));
}

async function decoded(bytes: Uint8Array, { headers }: IncomingMessage): Promise<Uint8Array> {
  const decode = DECODERS[headers["content-encoding"] ?? ""];
  return decode ? decode(bytes) : bytes;
}
