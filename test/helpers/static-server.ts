import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".png": "image/png",
  ".xml": "application/xml",
  ".mp4": "video/mp4",
  ".vtt": "text/vtt",
};

export interface StaticServer {
  /** `http://127.0.0.1:PORT`, without a slash. */
  origin: string;
  close(): Promise<void>;
}

/** A plain static host: folders have index.html, what is missing gets the nearest 404.html, hashed files are cached. */
export async function startStaticServer(root: string, base = "/"): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://host");
    const path = decodeURIComponent(pathname);
    if (!path.startsWith(base)) return end(response, 404);
    const file = normalize(join(root, path.slice(base.length)));
    if (isFolder(file) && !path.endsWith("/")) {
      response.writeHead(301, { location: `${pathname}/${search}` }).end();
      return;
    }
    const found = path.endsWith("/") ? join(file, "index.html") : file;
    if (existsSync(found) && !isFolder(found)) sendFile(response, found, 200);
    else sendFile(response, errorPage(root, path.slice(base.length)), 404);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function errorPage(root: string, path: string): string {
  const german = join(root, "de", "404.html");
  return path.startsWith("de/") && existsSync(german) ? german : join(root, "404.html");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function sendFile(response: ServerResponse, file: string, status: number): void {
  if (!existsSync(file)) return end(response, 404);
  const isHashed = file.includes("_assets") && !file.includes("builds");
  response.writeHead(status, {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  createReadStream(file).pipe(response);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
