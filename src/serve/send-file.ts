import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import Negotiator from "negotiator";
import { parseRange } from "../http/byte-range.ts";
import { contentType } from "../http/content-types.ts";
import type { OpenFile, OpenSiteFile } from "./open-file.ts";

export interface SendFileOptions {
  files: OpenSiteFile;
  /** Without a leading slash. */
  path: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** 200 for the requested file; 404 for an error page, which is sent in full and unconditionally. */
  status: 200 | 404;
  headers: OutgoingHttpHeaders;
  /** Modifies HTML pages. */
  editHtml?: ((html: string) => string) | undefined;
  /** Modifies payloads and other JSON. */
  editJson?: ((json: string) => string) | undefined;
}

/** Sends a file with support for conditional requests, ranges and compression. False if there is none. */
export async function sendFile(options: SendFileOptions): Promise<boolean> {
  const file = await options.files(options.path);
  if (!file) return false;
  try {
    const { path, editHtml, editJson } = options;
    const edit = path.endsWith(".html") ? editHtml : path.endsWith(".json") ? editJson : undefined;
    await (edit ? sendEdited(options, file, edit) : sendStored(options, file));
  } finally {
    await file.close();
  }
  return true;
}

async function sendStored(options: SendFileOptions, file: OpenFile): Promise<void> {
  const { request, response, status } = options;
  const type = contentType(options.path);
  const range = status === 200 ? rangeOf(request, file) : null;
  const encoding = range === null && type.isText ? encodingFor(request, file) : null;
  const etag = `"${file.tag}${encoding ? `-${encoding}` : ""}"`;
  const headers = { ...options.headers, "content-type": type.value, etag, "accept-ranges": "bytes" };
  Object.assign(headers, type.isText && { vary: "Accept-Encoding" }, encoding && { "content-encoding": encoding });
  if (status === 200 && matches(request.headers["if-none-match"], etag)) return end(response, 304, headers);
  if (range === "unsatisfiable") return end(response, 416, { ...headers, "content-range": `bytes */${file.size}` });
  const part = range ?? { start: 0, end: file.size - 1 };
  if (!encoding) Object.assign(headers, { "content-length": part.end - part.start + 1 });
  if (range) Object.assign(headers, { "content-range": `bytes ${range.start}-${range.end}/${file.size}` });
  response.writeHead(range ? 206 : status, headers);
  if (request.method === "HEAD" || file.size === 0) return void response.end();
  const source = file.stream(part);
  await finish(encoding ? pipeline(source, compressor(encoding), response) : pipeline(source, response));
}

async function sendEdited(options: SendFileOptions, file: OpenFile, edit: (text: string) => string): Promise<void> {
  const { request, response, status } = options;
  const body = Buffer.from(edit(await file.text()));
  const etag = `"${createHash("sha1").update(body).digest("hex").slice(0, 20)}"`;
  const headers = { ...options.headers, "content-type": contentType(options.path).value, etag };
  if (status === 200 && matches(request.headers["if-none-match"], etag)) return end(response, 304, headers);
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** If-Range must match this version, since a range of another version would not fit. */
function rangeOf(request: IncomingMessage, file: OpenFile) {
  const condition = request.headers["if-range"];
  if (condition !== undefined && condition !== `"${file.tag}"`) return null;
  return parseRange(request.headers.range, file.size);
}

/** Weak comparison, as required for If-None-Match (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}

function end(response: ServerResponse, status: number, headers: OutgoingHttpHeaders): void {
  response.writeHead(status, headers);
  response.end();
}

/** A client that closes the connection is not an error. */
async function finish(sending: Promise<void>): Promise<void> {
  await sending.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE" && error.code !== "ECONNRESET" && error.code !== "EPIPE")
      throw error;
  });
}

type Encoding = "br" | "gzip";

/** Compressing smaller responses saves almost nothing. */
const MIN_COMPRESSED_BYTES = 1024;

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** The best encoding that the client accepts, regardless of its weight (RFC 9110 §12.5.3); null if none is worth it. */
function encodingFor({ headers }: IncomingMessage, file: OpenFile): Encoding | null {
  if (headers["accept-encoding"] === undefined || file.size < MIN_COMPRESSED_BYTES) return null;
  const taken = new Negotiator({ headers }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? null;
}

/** Fast settings, since it runs for every response. */
function compressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
