import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Failure } from "../build/dev/failure.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import { escapeHtml } from "../render/escape.ts";

const FOLDER = "/__sitegen";
const SCRIPT = `${FOLDER}/client.js`;
const EVENTS = `${FOLDER}/events`;
/** Sent by the script that asks whether its page is another one now. */
const CHECK = "x-sitegen-check";

/** Events sent to open pages. */
export type LiveEvent =
  /** Something changed: a page asks whether it is another one now. */
  { name: "update" } | { name: "failure"; failure: Failure };

export interface LiveReload {
  /** True when the request was one of live reload's own. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * True where a page asks that hears of a later version: it can be given one whose code for the browser is still the
   * former one. A program that asks gets what a build writes.
   */
  canFollow(request: IncomingMessage): boolean;
  /** Puts the script into a page on its way out; the files stay as they are. */
  editHtml(html: string): string;
  /** A page that shows a failure in place of the one that was asked for. */
  failurePage(failure: Failure): string;
  /** Sends the event to every open page and returns how many. A page opened later gets the failure, if there is one. */
  tell(event: LiveEvent, revision: number): number;
  close(): void;
}

/** Open pages listen on an event stream; the script in them is templates/dev-client.js. */
export function createLiveReload(options: { run: string }): LiveReload {
  const open = new Set<ServerResponse>();
  const code = readFileSync(join(PACKAGE_ROOT, "templates", "dev-client.js"));
  let revision = 0;
  let failure: Failure | null = null;
  const tag = (data: Record<string, string>) => {
    const attributes = Object.entries({ ...data, revision: String(revision) });
    return `<script src="${SCRIPT}"${attributes.map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`).join("")} async></script>\n`;
  };
  return {
    handle(request, response) {
      const [path] = (request.url ?? "").split("?");
      if (path === SCRIPT) {
        response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" });
        response.end(code);
      } else if (path === EVENTS) {
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write(`retry: 500\n${lineOf("hello", { run: options.run, revision })}`);
        if (failure) response.write(lineOf("failure", failure));
        open.add(response);
        response.on("close", () => open.delete(response));
      } else {
        return false;
      }
      return true;
    },
    canFollow({ url = "", headers }) {
      // Browsers tell what a file is for; "empty" is what a script asks for, whose own question names itself.
      const use = headers["sec-fetch-dest"] ?? "empty";
      return use !== "empty" || headers[CHECK] !== undefined || url.includes("/_assets/");
    },
    editHtml(html) {
      const at = html.lastIndexOf("</body>");
      const own = tag({ page: pageHash(html) });
      return at === -1 ? html : html.slice(0, at) + own + html.slice(at);
    },
    failurePage: (shown) => failureDocument(tag({ page: "", failure: JSON.stringify(shown) })),
    tell(event, next) {
      revision = next;
      failure = event.name === "failure" ? event.failure : null;
      const line = lineOf(event.name, failure);
      for (const response of open) response.write(line);
      return open.size;
    },
    close() {
      for (const response of open) response.end();
    },
  };
}

/** JSON is one line, as an event's data must be. */
function lineOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Of a page without the addresses of its stylesheets and its app, which an open page can change by itself. */
function pageHash(html: string): string {
  const bare = html
    .replace(/(\/_assets\/[\w-]+)-\w+\.css/g, "$1")
    .replace(/<html[^>]*>/, (tag) => tag.replace(/ data-(?:app|chunks)="[^"]*"/g, ""));
  return createHash("sha1").update(bare).digest("hex").slice(0, 20);
}

function failureDocument(script: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The page cannot be shown</title></head>
<body>
<noscript><p>The page cannot be shown; the terminal says why.</p></noscript>
${script}</body>
</html>
`;
}
