import type { IncomingMessage, ServerResponse } from "node:http";

const FOLDER = "/__sitegen";
const SCRIPT = `${FOLDER}/reload.js`;
const EVENTS = `${FOLDER}/events`;

/** Reloads on a change, and when another run of the server answers. */
const CODE = `const events = new EventSource("${EVENTS}");
let run = "";
events.addEventListener("run", (event) => {
  if (run !== "" && run !== event.data) location.reload();
  run = event.data;
});
events.addEventListener("reload", () => location.reload());
`;

export interface LiveReload {
  /** True when the request was one of live reload's own. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Puts the script into a page on its way out; the files stay as they are. */
  editHtml(html: string): string;
  /** Tells every open page; answers how many. */
  reload(): number;
  close(): void;
}

/** Open pages listen on an event stream, and load again when told to. */
export function createLiveReload(options: { run: string }): LiveReload {
  const open = new Set<ServerResponse>();
  return {
    handle(request, response) {
      const [path] = (request.url ?? "").split("?");
      if (path === SCRIPT) {
        response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" });
        response.end(CODE);
      } else if (path === EVENTS) {
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write(`retry: 500\nevent: run\ndata: ${options.run}\n\n`);
        open.add(response);
        response.on("close", () => open.delete(response));
      } else {
        return false;
      }
      return true;
    },
    editHtml(html) {
      const at = html.lastIndexOf("</body>");
      const tag = `<script src="${SCRIPT}" async></script>\n`;
      return at === -1 ? html : html.slice(0, at) + tag + html.slice(at);
    },
    reload() {
      for (const response of open) response.write("event: reload\ndata:\n\n");
      return open.size;
    },
    close() {
      for (const response of open) response.end();
    },
  };
}
