import { isUrl } from "../util/is-url.ts";
import type { FormHandler } from "./form-handler.ts";

/** Of Node's request what is used here, so that a site needs no types of Node. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  complete: boolean;
  socket: { remoteAddress?: string | undefined; encrypted?: boolean };
}

/** Of Node's response what is used here. */
interface NodeResponse {
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body: Uint8Array): unknown;
}

/**
 * A form handler for Node's own server: `createServer(nodeListener(handler))`. Returns false for a request that is no
 * post to a form, which is left unanswered. `headers` come with each response.
 */
export function nodeListener(handler: FormHandler, headers: Readonly<Record<string, string>> = {}) {
  const answer = webListener(handler, headers);
  return async (request: NodeRequest, response: NodeResponse): Promise<boolean> =>
    request.method === "POST" && answer(request, response);
}

/** The same for any handler of the web platform; false for a request that it does not answer. */
export function webListener(handler: FormHandler, headers: Readonly<Record<string, string>>) {
  return async (request: NodeRequest, response: NodeResponse): Promise<boolean> => {
    const parts: AsyncIterator<Uint8Array> = request[Symbol.asyncIterator]();
    const answer = await handler(requestOf(request, parts), { visitor: visitorOf(request) });
    if (!answer) return false;
    const body = new Uint8Array(await answer.arrayBuffer());
    await readRest(parts);
    const merged = new Headers(headers);
    for (const [name, value] of answer.headers) merged.set(name, value);
    response.writeHead(answer.status, {
      ...Object.fromEntries(merged),
      "content-length": body.length,
      // Of what is still too much nothing more is read.
      ...(request.complete ? {} : { connection: "close" }),
    });
    response.end(body);
    return true;
  };
}

/** As the web platform has it; the body is read as far as somebody asks for it. */
function requestOf(request: NodeRequest, parts: AsyncIterator<Uint8Array>): Request {
  const { method = "GET", url: asked = "/", socket } = request;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await parts.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(", ")] as [string, string]],
  );
  // A request for an address with a user name cannot be made.
  const host = String(request.headers.host ?? "localhost").replace(/^.*@/, "");
  const origin = `${socket.encrypted ? "https" : "http"}://${host}`;
  const url = new URL(isUrl(origin) ? origin : "http://localhost");
  [url.pathname = "/", url.search = ""] = asked.split(/\?(.*)/s);
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  // A body that is still being read needs `duplex`, which the types of browsers do not have. A TRACE cannot be made, and is
  // refused as a POST is.
  const init = { method: method === "TRACE" ? "POST" : method, headers, body, duplex: "half" as const };
  return new Request(url, init);
}

/** Most bytes that are read of a request that was refused. */
const MAX_REST = 1024 * 1024;

/** A browser whose connection ends while it still sends shows no answer. */
async function readRest(parts: AsyncIterator<Uint8Array>): Promise<void> {
  let size = 0;
  try {
    for (let part = await parts.next(); !part.done && size <= MAX_REST; part = await parts.next())
      size += part.value.length;
  } catch {
    // Nobody is there to be answered.
  }
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * The visitor's address: that of the connection or, from a proxy on this machine, the one that the proxy has appended to
 * `X-Forwarded-For`.
 */
export function visitorOf({ socket, headers }: Pick<NodeRequest, "socket" | "headers">): string {
  const peer = socket.remoteAddress ?? "";
  const named = [headers["x-forwarded-for"] ?? ""].flat().join().split(",").at(-1)?.trim();
  return named && LOOPBACK.test(peer) ? named.slice(0, 64) : peer;
}
