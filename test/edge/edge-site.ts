/** A static site with a function for drafts at `/api/drafts`, as hosts have them: one origin for both. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { EdgeFunction } from "./edge-hosts.ts";

export interface EdgeSite {
  origin: string;
  close(): Promise<void>;
}

/** `site` is the static host's origin; `edge` is asked for each request, so that a test may replace it. */
export async function startEdgeSite(site: string, edge: () => EdgeFunction): Promise<EdgeSite> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const isDraft = /^\/api\/drafts(\/|$)/.test(url.pathname);
    const { host: _host, connection: _connection, "accept-encoding": _encoding, ...headers } = request.headers;
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const asked = new Request(isDraft ? url : site + url.pathname + url.search, { headers: given });
    const answer = isDraft ? await edge().answer(asked) : await fetch(asked, { redirect: "manual" });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
