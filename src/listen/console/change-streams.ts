import type { ServerResponse } from "node:http";
import type { Board } from "../board.ts";

export type Part = "status" | "list";

/** Open pages that are told of changes; others try again later. */
const MOST_STREAMS = 30;
/** What is under way changes with every file. */
const PROGRESS_EVERY_MS = 100;
/** Proxies close connections that say nothing. */
const ALIVE_EVERY_MS = 15_000;

/** Sends parts of the page, rendered anew for each reader, whenever the board changes. */
export function createChangeStreams(board: Board) {
  const open = new Map<ServerResponse, (part: Part) => string>();
  let waiting: NodeJS.Timeout | undefined;
  let last = 0;

  const send = (response: ServerResponse, part: Part) =>
    response.write(`event: ${part}\ndata: ${JSON.stringify(open.get(response)?.(part) ?? "")}\n\n`);
  const sendAll = (part: Part) => {
    for (const response of open.keys()) send(response, part);
  };
  const sendStatus = () => {
    clearTimeout(waiting);
    waiting = undefined;
    last = Date.now();
    sendAll("status");
  };
  const forget = board.onChange((change) => {
    if (open.size === 0) return;
    if (change === "all") {
      sendStatus();
      sendAll("list");
    } else waiting ??= setTimeout(sendStatus, Math.max(0, last + PROGRESS_EVERY_MS - Date.now()));
  });
  const alive = setInterval(() => {
    for (const response of open.keys()) response.write(": \n\n");
  }, ALIVE_EVERY_MS).unref();

  return {
    open(response: ServerResponse, render: (part: Part) => string) {
      if (open.size >= MOST_STREAMS) {
        response.writeHead(503, { "retry-after": "10" }).end();
        return;
      }
      // The last one: a proxy must not collect what is sent.
      const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
      response.writeHead(200, headers);
      open.set(response, render);
      response.on("close", () => open.delete(response));
      send(response, "status");
      send(response, "list");
    },
    close() {
      forget();
      clearInterval(alive);
      clearTimeout(waiting);
    },
  };
}
