import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { closeServer, originOf } from "../http/listening.ts";
import { sitegenError } from "../problems/errors.ts";

export interface ListenOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Key and certificate in PEM, for https. */
  tls?: { key: string; cert: string } | undefined;
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  onFailure: (message: string) => void;
}

export interface Listening {
  /** Without a trailing slash. */
  origin: string;
  close(): Promise<void>;
}

/** Starts the server; throws an error that explains why the port is not available. */
export async function listen({ host, port, tls, handler, onFailure }: ListenOptions): Promise<Listening> {
  const onRequest: RequestListener = (request, response) => {
    handler(request, response).catch((error: unknown) => {
      onFailure(`${request.method} ${request.url?.split("?")[0]}: ${error instanceof Error ? error.message : error}`);
      if (response.headersSent) return response.destroy();
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
      response.end("The server failed at this request; its terminal says why.\n");
    });
  };
  const server = tls ? createSecureServer(tls, onRequest) : createServer(onRequest);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(listenError(cause, { host, port })));
    server.listen(port, host, resolve);
  });
  return { origin: originOf(server, tls ? "https" : "http"), close: () => closeServer(server) };
}

function listenError(cause: NodeJS.ErrnoException, { host, port }: { host: string; port: number }) {
  const reasons: Record<string, string> = {
    EADDRINUSE: "another program uses it",
    EACCES: "it takes more rights than this user has",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "there is no such host",
  };
  const reason = reasons[cause.code ?? ""] ?? cause.message;
  return sitegenError("SERVE_LISTEN", { message: `Cannot serve on ${host}:${port}: ${reason}.`, cause });
}
