/** Reads what is sent to the management API. */
import type { IncomingMessage } from "node:http";

/** The service takes stories of up to 5 MB. */
const LIMIT = 6_000_000;

/** The body's value; null for a request without one, undefined for what is no JSON or too large. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LIMIT) return undefined;
    parts.push(part);
  }
  if (size === 0) return null;
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return undefined;
  }
}
