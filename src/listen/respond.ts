import type { IncomingMessage, ServerResponse } from "node:http";

/** The response to every address that is none, whether or not there is a console. */
export function respondNothing(response: ServerResponse): void {
  respond(response, 404, "There is nothing here.");
}

export function respond(response: ServerResponse, status: number, message: string): void {
  if (!response.headersSent) respondJson(response, status, { message });
}

export function respondJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(`${JSON.stringify(value)}\n`);
}

/** A header that was sent once. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}
