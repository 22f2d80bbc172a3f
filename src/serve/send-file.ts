import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { contentType } from "../http/content-types.ts";
import { parseRange } from "./byte-range.ts";
import { acceptedEncodings, compressor, type Encoding, MIN_COMPRESSED_BYTES, SUFFIX } from "./encoding.ts";
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
