import type { IncomingMessage, ServerResponse } from "node:http";

const FOLDER = "/__sitegen";
const SCRIPT = `${FOLDER}/reload.js`;
const EVENTS = `${FOLDER}/events`;

/**
 * Reloads on a change, and when another run of the server answers; shows why a build failed until one succeeds. Styles
 * are set by script, since the security policy lets no inline style through.
 */
const CODE = `const events = new EventSource("${EVENTS}");
let run = "";
events.addEventListener("run", (event) => {
  if (run !== "" && run !== event.data) location.reload();
  run = event.data;
});
events.addEventListener("reload", () => location.reload());
const ID = "sitegen-build-failure";
events.addEventListener("failure", (event) => {
  const shown = document.getElementById(ID) ?? document.createElement("pre");
  shown.id = ID;
  shown.setAttribute("role", "alert");
  shown.textContent = JSON.parse(event.data);
  Object.assign(shown.style, {
    position: "fixed", inset: "auto 0 0", zIndex: 2147483647, maxHeight: "60vh", overflow: "auto", margin: 0,
    padding: "20px", background: "#1b1113", color: "#ffd9d6", borderTop: "4px solid #e5484d",
    font: "14px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap", overflowWrap: "anywhere", textAlign: "left",
  });
  document.body.append(shown);
});
`;

export interface LiveReload {
  /** True when the request was one of live reload's own. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Puts the script into a page on its way out; the files stay as they are. */
  editHtml(html: string): string;
  /** Tells every open page; answers how many. */
  reload(): number;
  /** Shows in every open page, and in those that are opened next, why the last build failed; until `reload`. */
  fail(message: string): void;
  close(): void;
}

/** Open pages listen on an event stream, and load again when told to. */
export function createLiveReload(options: { run: string }): LiveReload {
  const open = new Set<ServerResponse>();
  let failure = "";
  // One line, as an event's data must be.
  const failureEvent = () => `event: failure\ndata: ${JSON.stringify(failure)}\n\n`;
  return {
    handle(request, response) {
      const [path] = (request.url ?? "").split("?");
      if (path === SCRIPT) {
        response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" });
        response.end(CODE);
      } else if (path === EVENTS) {
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write(`retry: 500\nevent: run\ndata: ${options.run}\n\n`);
        if (failure !== "") response.write(failureEvent());
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
    fail(message) {
      failure = message;
      for (const response of open) response.write(failureEvent());
    },
    reload() {
      failure = "";
      for (const response of open) response.write("event: reload\ndata:\n\n");
      return open.size;
    },
    close() {
      for (const response of open) response.end();
    },
  };
}
