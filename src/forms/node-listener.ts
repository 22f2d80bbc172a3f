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
    const answer =
      request.method === "POST" ? await handler(requestOf(request), { visitor: visitorOf(request) }) : null;
    if (!answer) return false;
    const body = new Uint8Array(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      ...headers,
      ...Object.fromEntries(answer.headers),
      "content-length": body.length,
      // The rest of a request that was refused is not read.
      ...(request.complete ? {} : { connection: "close" }),
    });
    response.end(body);
    return true;
  };
}

/** As the web platform has it; the body is read as far as somebody asks for it. */
function requestOf(request: NodeRequest): Request {
  const parts: AsyncIterator<Uint8Array> = request[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(", ")] as [string, string]],
  );
  const origin = `http://${request.headers.host ?? "localhost"}`;
  const url = new URL(URL.canParse(origin) ? origin : "http://localhost");
  url.pathname = request.url?.split("?")[0] ?? "/";
  // A body that is still being read needs `duplex`, which the types of browsers do not have.
  const init = { method: "POST", headers, body, duplex: "half" as const };
  return new Request(url, init);
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
