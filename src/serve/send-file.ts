import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import Negotiator from "negotiator";
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
  const coding = range === null && type.isText ? await chooseCoding(options, file) : null;
  try {
    const etag = `"${file.tag}${coding ? `-${coding.encoding}` : ""}"`;
    const headers = { ...options.headers, "content-type": type.value, etag, "accept-ranges": "bytes" };
    Object.assign(
      headers,
      type.isText && { vary: "Accept-Encoding" },
      coding && { "content-encoding": coding.encoding },
    );
    if (status === 200 && matches(request.headers["if-none-match"], etag)) return end(response, 304, headers);
    if (range === "unsatisfiable") return end(response, 416, { ...headers, "content-range": `bytes */${file.size}` });
    const stored = coding?.stored ?? file;
    const part = range ?? { start: 0, end: stored.size - 1 };
    const onTheFly = coding !== null && coding.stored === null;
    if (!onTheFly) Object.assign(headers, { "content-length": part.end - part.start + 1 });
    if (range) Object.assign(headers, { "content-range": `bytes ${range.start}-${range.end}/${file.size}` });
    response.writeHead(range ? 206 : status, headers);
    if (request.method === "HEAD" || stored.size === 0) return void response.end();
    const source = stored.stream(part);
    await finish(onTheFly ? pipeline(source, compressor(coding.encoding), response) : pipeline(source, response));
  } finally {
    await coding?.stored?.close();
  }
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

interface Coding {
  encoding: Encoding;
  /** The precompressed file; null to compress while sending. */
  stored: OpenFile | null;
}

async function chooseCoding({ files, path, request }: SendFileOptions, file: OpenFile): Promise<Coding | null> {
  const accepted = acceptedEncodings(request.headers["accept-encoding"]);
  for (const encoding of accepted) {
    const stored = await files(path + SUFFIX[encoding]);
    if (!stored) continue;
    // A precompressed file older than the plain one belongs to an earlier version.
    if (stored.modified >= file.modified) return { encoding, stored };
    await stored.close();
  }
  const [encoding] = accepted;
  return encoding && file.size >= MIN_COMPRESSED_BYTES ? { encoding, stored: null } : null;
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

interface ByteRange {
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/** Parses a single byte range (RFC 9110 §14.1.2). Null for no, several or invalid ranges: the whole file is sent. */
function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

type Encoding = "br" | "gzip";

const SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Compressing smaller responses saves almost nothing. */
const MIN_COMPRESSED_BYTES = 1024;

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Encodings the client accepts, the better one first regardless of its weight (RFC 9110 §12.5.3). */
function acceptedEncodings(header: string | undefined): Encoding[] {
  if (header === undefined) return [];
  const taken = new Negotiator({ headers: { "accept-encoding": header } }).encodings([...ENCODINGS]);
  return ENCODINGS.filter((encoding) => taken.includes(encoding));
}

/** Fast settings, since it runs for every response. */
function compressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
