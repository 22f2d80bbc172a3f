import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { escapeHtml } from "../render/escape.ts";
import type { Failure } from "../resident/dev/failure.ts";

const FOLDER = "/__sitegen";
const SCRIPT = `${FOLDER}/client.js`;
const EVENTS = `${FOLDER}/events`;
/** Header of the script's request that checks whether its page changed. */
const CHECK = "x-sitegen-check";

export type LiveReload = ReturnType<typeof createLiveReload>;

/** Open pages listen to an event stream with the script templates/dev-client.js. */
export function createLiveReload() {
  const open = new Set<ServerResponse>();
  const code = readFileSync(join(PACKAGE_ROOT, "templates", "dev-client.js"));
  const run = String(Date.now());
  let revision = 0;
  let failure: Failure | null = null;
  const tag = (data: Record<string, string>) => {
    const attributes = Object.entries({ ...data, revision: String(revision) });
    return `<script src="${SCRIPT}"${attributes.map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`).join("")} async></script>\n`;
  };
  return {
    /** Returns true if it was a request of live reload. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const [path] = (request.url ?? "").split("?");
      if (path === SCRIPT) {
        response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" });
        response.end(code);
      } else if (path === EVENTS) {
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write(`retry: 500\n${lineOf("hello", { run, revision })}`);
        if (failure) response.write(lineOf("failure", failure));
        open.add(response);
        response.on("close", () => open.delete(response));
      } else {
        return false;
      }
      return true;
    },
    /**
     * True if the requesting page can receive a later update: it may then get a version whose browser code is still the
     * former one. Other programs get what a build would write.
     */
    canFollow({ url = "", headers }: IncomingMessage): boolean {
      // Browsers send what a file is for. "empty" is a request by script, where live reload's own has a header.
      const use = headers["sec-fetch-dest"] ?? "empty";
      return use !== "empty" || headers[CHECK] !== undefined || url.includes("/_assets/");
    },
    /** Adds the script to a served page; the file is not changed. */
    editHtml(html: string): string {
      const at = html.lastIndexOf("</body>");
      const own = tag({ page: pageHash(html) });
      return at === -1 ? html : html.slice(0, at) + own + html.slice(at);
    },
    /** The page to show instead of the requested one when there is an error. */
    failurePage: (shown: Failure): string => failureDocument(tag({ page: "", failure: JSON.stringify(shown) })),
    /**
     * Tells all open pages what is wrong, or that something changed, so that they check whether they are affected; returns
     * their number. Pages opened later get the error, if there is one.
     */
    tell(wrong: Failure | null, next: number): number {
      revision = next;
      failure = wrong;
      const line = lineOf(wrong ? "failure" : "update", wrong);
      for (const response of open) response.write(line);
      return open.size;
    },
    close(): void {
      for (const response of open) response.end();
    },
  };
}

/** JSON on one line, as required for an event's data. */
function lineOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Hash of a page without the URLs of its stylesheets and app, which an open page can replace without a reload. */
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
