import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const STRICT_ACCESS = {
  accessKeyId: "SITEGENTEST",
  secretAccessKey: "a secret of the test",
  region: "eu-central-1",
};

interface StoredObject {
  bytes: Buffer;
  etag: string;
  modified: Date;
  headers: Record<string, string>;
}

export interface StrictS3 {
  endpoint: string;
  env: Record<string, string>;
  /** By key, in the only bucket. */
  objects: Map<string, StoredObject>;
  /** Whether a request gets 503 SlowDown. */
  isBusy: (request: { method: string; url: string }) => boolean;
  /** What happens to a request instead of its answer; false for nothing. */
  disturb: (incoming: IncomingMessage, response: ServerResponse, body: Buffer) => boolean | Promise<boolean>;
  /** Minutes that its clock is ahead. */
  ahead: number;
  /** Objects in a page of a listing, if fewer than were asked for. */
  pageSize: number;
  close(): Promise<void>;
}

/** An S3 error response. */
class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * An S3 server that verifies what s3rver does not: every request's signature (version 4) and the checksums of every
 * body. It implements the few requests of a deploy, keeps objects in memory, and uses little CPU time, so that the
 * client is the bottleneck.
 */
export async function startStrictS3(bucket: string): Promise<StrictS3> {
  const objects: StrictS3["objects"] = new Map();
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    try {
      if (await service.disturb(incoming, response, body)) return;
      // A clock of its own: tests put that of this process forward.
      const now = performance.timeOrigin + performance.now() + service.ahead * 60_000;
      response.setHeader("date", new Date(now).toUTCString());
      if (Math.abs(now - timeOf(incoming)) > 15 * 60_000) throw new S3Refusal(403, "RequestTimeTooSkewed");
      if (service.isBusy({ method: incoming.method ?? "", url: incoming.url ?? "" })) {
        throw new S3Refusal(503, "SlowDown");
      }
      assertSigned(incoming, body);
      const { status = 200, headers = {}, text = "" } = answer(service, bucket, { incoming, body });
      response.writeHead(status, headers).end(incoming.method === "HEAD" ? undefined : text);
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error;
      response.writeHead(error.status, { "content-type": "application/xml" });
      response.end(incoming.method === "HEAD" ? undefined : `<Error><Code>${error.code}</Code></Error>`);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const service: StrictS3 = {
    endpoint: `http://127.0.0.1:${port}`,
    isBusy: () => false,
    disturb: () => false,
    ahead: 0,
    pageSize: 1000,
    env: {
      AWS_ACCESS_KEY_ID: STRICT_ACCESS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: STRICT_ACCESS.secretAccessKey,
      AWS_REGION: STRICT_ACCESS.region,
    },
    objects,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return service;
}

/** When it was signed. */
function timeOf({ headers }: IncomingMessage): number {
  const [, date = "", hour = "", minute = "", second = ""] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers["x-amz-date"] ?? "")) ?? [];
  return Date.parse(`${date.replace(/(....)(..)(..)/, "$1-$2-$3")}T${hour}:${minute}:${second}Z`);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  text?: string | Buffer;
}

function answer(
  service: StrictS3,
  bucket: string,
  { incoming, body }: { incoming: IncomingMessage; body: Buffer },
): Answer {
  const { objects } = service;
  const { method = "GET", url = "/", headers } = incoming;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, name = "", ...rest] = decodeURIComponent(pathname).split("/");
  const key = rest.join("/");
  if (name !== bucket) throw new S3Refusal(404, "NoSuchBucket");
  if (key === "" && method === "POST") return deleteMany(objects, body.toString("utf8"));
  if (key === "" && method === "GET") return list(service, searchParams);
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const object = objects.get(key);
  if (method === "PUT") {
    if (object && headers["if-none-match"] === "*") throw new S3Refusal(412, "PreconditionFailed");
    const source = headers["x-amz-copy-source"];
    if (source !== undefined) return copy(objects, bucket, { key, source: String(source), incoming });
    const etag = `"${digest("md5", body, "hex")}"`;
    objects.set(key, { bytes: body, etag, modified: new Date(), headers: keptHeaders(incoming) });
    return { headers: { etag } };
  }
  if (!object) throw new S3Refusal(404, "NoSuchKey");
  const { bytes, etag, modified } = object;
  const plain = { "content-length": String(bytes.length), "last-modified": modified.toUTCString() };
  return { headers: { ...object.headers, ...plain, etag }, text: bytes };
}

/** Redirects are not copied, but named anew. */
function copy(
  objects: StrictS3["objects"],
  bucket: string,
  { key, source, incoming }: { key: string; source: string; incoming: IncomingMessage },
): Answer {
  const [name = "", ...rest] = decodeURIComponent(source).split("/");
  const object = name === bucket ? objects.get(rest.join("/")) : undefined;
  if (!object) throw new S3Refusal(404, "NoSuchKey");
  const { "x-amz-website-redirect-location": _, ...kept } = object.headers;
  objects.set(key, { ...object, modified: new Date(), headers: { ...kept, ...keptHeaders(incoming) } });
  const facts = `<ETag>${escaped(object.etag)}</ETag><LastModified>${new Date().toISOString()}</LastModified>`;
  return { headers: { "content-type": "application/xml" }, text: `<CopyObjectResult>${facts}</CopyObjectResult>` };
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = ["content-type", "cache-control", "x-amz-website-redirect-location"];
  return Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

function deleteMany(objects: StrictS3["objects"], xml: string): Answer {
  for (const [, key = ""] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(unescaped(key));
  return { headers: { "content-type": "application/xml" }, text: "<DeleteResult></DeleteResult>" };
}

function list({ objects, pageSize }: StrictS3, query: URLSearchParams): Answer {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .filter((key) => delimiter === "" || !key.slice(prefix.length).includes(delimiter))
    .sort();
  const page = keys.slice(0, Math.min(pageSize, Number(query.get("max-keys") ?? 1000)));
  const contents = page.map((key) => {
    const object = objects.get(key);
    const facts = `<Size>${object?.bytes.length}</Size><LastModified>${object?.modified.toISOString()}</LastModified>`;
    return `<Contents><Key>${escaped(key)}</Key><ETag>${escaped(object?.etag ?? "")}</ETag>${facts}</Contents>`;
  });
  const isTruncated = page.length < keys.length;
  const next = isTruncated ? `<NextContinuationToken>${escaped(page.at(-1) ?? "")}</NextContinuationToken>` : "";
  const text = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  return { headers: { "content-type": "application/xml" }, text };
}

/** Throws if a request's signature or its body's checksums are wrong. */
function assertSigned({ method = "GET", url = "/", headers }: IncomingMessage, body: Buffer): void {
  const authorization = headers.authorization ?? "";
  const [, access, scope = "", signed = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ?? [];
  if (!signature) throw new S3Refusal(403, "AccessDenied");
  if (access !== STRICT_ACCESS.accessKeyId) throw new S3Refusal(403, "InvalidAccessKeyId");
  const payload = String(headers["x-amz-content-sha256"] ?? "");
  const names = signed.split(";");
  const unsigned = Object.keys(headers).filter(
    (name) => /^(x-amz-|content-md5$|host$)/.test(name) && !names.includes(name),
  );
  if (unsigned.length > 0) throw new S3Refusal(403, "AccessDenied");
  const [path = "/", query = ""] = url.split("?");
  const canonical = [
    method,
    path,
    query
      .split("&")
      .filter(Boolean)
      .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${String(headers[name] ?? "").trim()}`),
    "",
    signed,
    payload,
  ].join("\n");
  const date = String(headers["x-amz-date"] ?? "");
  const text = ["AWS4-HMAC-SHA256", date, scope, digest("sha256", canonical, "hex")].join("\n");
  if (createHmac("sha256", signingKey(scope)).update(text).digest("hex") !== signature) {
    throw new S3Refusal(403, "SignatureDoesNotMatch");
  }
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== digest("sha256", body, "hex")) {
    throw new S3Refusal(400, "XAmzContentSHA256Mismatch");
  }
  const md5 = headers["content-md5"];
  if (md5 !== undefined && md5 !== digest("md5", body, "base64")) throw new S3Refusal(400, "BadDigest");
}

const keys = new Map<string, Buffer>();

/** One per day, region and service. */
function signingKey(scope: string): Buffer {
  const known = keys.get(scope);
  if (known) return known;
  let key = Buffer.from(`AWS4${STRICT_ACCESS.secretAccessKey}`);
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  keys.set(scope, key);
  return key;
}

function digest(algorithm: "md5" | "sha256", data: string | Buffer, encoding: "hex" | "base64"): string {
  return createHash(algorithm).update(data).digest(encoding);
}

const ENTITIES = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
] as const;

function escaped(text: string): string {
  return ENTITIES.reduce((done, [plain, entity]) => done.replaceAll(plain, entity), text);
}

function unescaped(text: string): string {
  return ENTITIES.toReversed().reduce((done, [plain, entity]) => done.replaceAll(entity, plain), text);
}
