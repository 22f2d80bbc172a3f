import type { IncomingMessage, ServerResponse } from "node:http";
import type { FormHandler } from "./form-handler.ts";
import { visitorOf } from "./limit-posts.ts";

/**
 * A form handler for Node's own server: `createServer(nodeListener(handler))`. Returns false for a request that is no
 * post to a form, which is left unanswered. `headers` come with each response.
 */
export function nodeListener(handler: FormHandler, headers: Readonly<Record<string, string>> = {}) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
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
function requestOf(request: IncomingMessage): Request {
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
  return new Request(url, { method: "POST", headers, body, duplex: "half" });
}
