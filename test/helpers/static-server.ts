import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join, normalize } from "node:path";
import { contentType } from "../../src/http/content-types.ts";
import { closeServer, originOf } from "../../src/http/listening.ts";

export interface StaticServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  origin: string;
  close(): Promise<void>;
}

/** Replaces the file at a path; null sends the file itself. */
export type ReplaceFile = (path: string) => Promise<{ type: string; body: string } | null>;

/**
 * A plain static host: folders have index.html, missing files get the nearest 404.html. It sends the security and
 * caching headers that the build wrote for `serve`, so that nothing works here that a real host would refuse.
 */
export async function startStaticServer(root: string, base = "/", instead?: ReplaceFile): Promise<StaticServer> {
  const headers = readHeaders(root);
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://host");
    const path = decodeURIComponent(pathname);
    const other = await instead?.(path);
    if (other) {
      response.writeHead(200, { "content-type": other.type, "cache-control": "no-store" }).end(other.body);
      return;
    }
    if (!path.startsWith(base)) return end(response, 404);
    const file = normalize(join(root, path.slice(base.length)));
    if (isFolder(file) && !path.endsWith("/")) {
      response.writeHead(301, { location: `${pathname}/${search}` }).end();
      return;
    }
    const found = path.endsWith("/") ? join(file, "index.html") : file;
    const known = existsSync(found) && !isFolder(found);
    const sent = known ? found : errorPage(root, path.slice(base.length));
    const range = known ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") : null;
    const part = range && { start: Number(range[1]), end: Number(range[2]) };
    const status = part ? 206 : known ? 200 : 404;
    sendFile(response, { file: sent, status, headers: headers(path.slice(base.length)), part });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: originOf(server), close: () => closeServer(server) };
}

function errorPage(root: string, path: string): string {
  const german = join(root, "de", "404.html");
  return path.startsWith("de/") && existsSync(german) ? german : join(root, "404.html");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

type Headers = Record<string, string>;

/** Headers of a path: all matching rules of serve.json, later ones overriding earlier ones. */
function readHeaders(root: string): (path: string) => Headers {
  const file = join(root, "serve.json");
  if (!existsSync(file)) return () => ({});
  const { headers = [] } = JSON.parse(readFileSync(file, "utf8")) as {
    headers?: { source: string; headers: { key: string; value: string }[] }[];
  };
  const fits = (source: string, path: string) =>
    source.startsWith("{**,") || (source.endsWith("**") ? path.startsWith(source.slice(0, -2)) : path === source);
  return (path) =>
    Object.fromEntries(
      headers
        .filter(({ source }) => fits(source, path))
        .flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])),
    );
}

interface Sent {
  file: string;
  status: number;
  headers: Headers;
  part: { start: number; end: number } | null;
}

function sendFile(response: ServerResponse, { file, status, headers, part }: Sent): void {
  if (!existsSync(file)) {
    end(response, 404);
    return;
  }
  response.writeHead(status, { ...headers, "content-type": contentType(file).value });
  // The file may be removed during a request, when a test ends.
  createReadStream(file, part ?? {})
    .on("error", () => response.destroy())
    .pipe(response);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
