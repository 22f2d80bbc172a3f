import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeadObjectCommand, type HeadObjectCommandOutput, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import S3rver from "s3rver";

/** A request before it is forwarded. */
export interface S3Request {
  method: string;
  /** Path and query as received. */
  url: string;
  /** Key in the bucket, decoded. */
  key: string;
  /** 1-based. */
  number: number;
}

/** A fault instead of a response: an S3 error, a connection closed after some bytes of the body, or no response. */
export type S3Fault = { status: number; code: string } | { breakAfter: number } | "silence";

export interface S3Service {
  endpoint: string;
  env: Record<string, string>;
  /** Called for every request; null forwards it. */
  fault: (request: S3Request) => S3Fault | null;
  requests: S3Request[];
  /** Content of an object, or null. */
  text(key: string): Promise<string | null>;
  head(key: string): Promise<HeadObjectCommandOutput>;
  keys(): Promise<string[]>;
  put(key: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export const BUCKET = "site";

const WEBSITE = `<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
<IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>404.html</Key></ErrorDocument>
</WebsiteConfiguration>`;

/**
 * A real S3-compatible server behind a small proxy. The proxy simulates faults and adds conditional writes, which the
 * server lacks and Amazon's S3, R2 and MinIO have.
 */
export async function startS3({ conditional = true } = {}): Promise<S3Service> {
  const directory = mkdtempSync(join(tmpdir(), "sitegen-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [WEBSITE] }],
  });
  const { port } = await server.run();
  const upstream = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const client = new S3Client({ endpoint: upstream, region: "eu-central-1", forcePathStyle: true, credentials });
  const taken = new Set<string>();
  const service: S3Service = {
    endpoint: "",
    env: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_REGION: "eu-central-1" },
    fault: () => null,
    requests: [],
    text: async (key) => {
      const answer = await fetch(`${upstream}/${BUCKET}/${encodeURI(key)}`, { redirect: "manual" });
      return answer.status === 404 ? null : answer.text();
    },
    head: (key) => client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key })),
    keys: async () => {
      const keys: string[] = [];
      for (let token: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: BUCKET, ...(token && { ContinuationToken: token }) }),
        );
        keys.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
        token = page.NextContinuationToken;
        if (!token) return keys;
      }
    },
    put: async (key, text) => {
      await fetch(`${upstream}/${BUCKET}/${encodeURI(key)}`, { method: "PUT", body: text });
    },
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  const proxy = createServer((incoming, response) => {
    const url = incoming.url ?? "/";
    const method = incoming.method ?? "GET";
    const key = decodeURIComponent(url.replace(/\?.*$/, "")).slice(`/${BUCKET}/`.length);
    const seen = { method, url, key, number: service.requests.length + 1 };
    service.requests.push(seen);
    const fault = service.fault(seen);
    if (fault === "silence") return incoming.resume();
    if (fault && "status" in fault) return answerError(incoming, response, fault);
    if (fault) return breakLine(incoming, fault.breakAfter);
    if (method === "DELETE") taken.delete(key);
    if (conditional && method === "PUT" && incoming.headers["if-none-match"] === "*") {
      if (taken.has(key)) return answerError(incoming, response, { status: 412, code: "PreconditionFailed" });
      taken.add(key);
    }
    pass(incoming, response, `${upstream}${url}`);
  });
  service.endpoint = await listening(proxy);
  return service;
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function pass(incoming: IncomingMessage, response: ServerResponse, url: string): void {
  const { "if-none-match": _, ...headers } = incoming.headers;
  const outgoing = request(url, { method: incoming.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.on("error", () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function answerError(
  incoming: IncomingMessage,
  response: ServerResponse,
  fault: { status: number; code: string },
): void {
  incoming.resume();
  incoming.on("end", () => {
    response.writeHead(fault.status, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>made by the test</Message></Error>`);
  });
}

function breakLine(incoming: IncomingMessage, after: number): void {
  let seen = 0;
  if (after === 0) incoming.socket.destroy();
  incoming.on("data", (chunk: Buffer) => {
    seen += chunk.length;
    if (seen >= after) incoming.socket.destroy();
  });
  incoming.on("end", () => incoming.socket.destroy());
}
