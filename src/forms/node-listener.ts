import { isUrl } from "../content/rules/is-url.ts";
import type { FormHandler } from "./form-handler.ts";

/** Of Node's request what is used here, so that a site needs no types of Node. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  complete: boolean;
  socket: { remoteAddress?: string | undefined };
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
  return async (request: NodeRequest, response: NodeResponse): Promise<boolean> => {
    if (request.method !== "POST") return false;
    const parts: AsyncIterator<Uint8Array> = request[Symbol.asyncIterator]();
    const answer = await handler(requestOf(request, parts), { visitor: visitorOf(request) });
    if (!answer) return false;
    const body = new Uint8Array(await answer.arrayBuffer());
    await readRest(parts);
    response.writeHead(answer.status, {
      ...headers,
      ...Object.fromEntries(answer.headers),
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
  const origin = `http://${request.headers.host ?? "localhost"}`.replace(/\/\/.*@/, "//");
  const url = new URL(isUrl(origin) ? origin : "http://localhost");
  url.pathname = request.url?.split("?")[0] ?? "/";
  // A body that is still being read needs `duplex`, which the types of browsers do not have.
  const init = { method: "POST", headers, body, duplex: "half" as const };
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
function visitorOf({ socket, headers }: Pick<NodeRequest, "socket" | "headers">): string {
  const peer = socket.remoteAddress ?? "";
  const named = [headers["x-forwarded-for"] ?? ""].flat().join().split(",").at(-1)?.trim();
  return named && LOOPBACK.test(peer) ? named.slice(0, 64) : peer;
}
